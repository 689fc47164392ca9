//! One search: both arms inside one person's documents, in two passes over nobody else's.

use super::Owner;
use super::analysis::analyse;
use super::folder::{Index, IndexError};
use super::schema::{Fields, VALID_FROM, VALID_TO};
use super::vectors::{Vectors, Wanted};
use crate::kernel::Embedding;
use contract::{MemoryId, ScopeSet, Timestamp};
use std::collections::{BTreeSet, HashMap};
use tantivy::collector::{Collector, SegmentCollector};
use tantivy::columnar::{BytesColumn, Column};
use tantivy::fieldnorm::FieldNormReader;
use tantivy::query::Bm25StatisticsProvider;
use tantivy::query::{BooleanQuery, BoostQuery, ConstScoreQuery, Occur, Query, TermQuery, TermSetQuery};
use tantivy::schema::{Field, IndexRecordOption, Value};
use tantivy::{DocAddress, DocId, Score, Searcher, SegmentOrdinal, SegmentReader, TantivyDocument, Term};

/// How much the bigram field counts beside the stems (flat between 0.2 and 0.5, see [`super::analysis`]).
const BIGRAM_WEIGHT: f32 = 0.3;
/// Questions with more distinct words than this are cut: a person's question has a few dozen.
const MAX_QUESTION_WORDS: usize = 256;

/// What is asked of the index.
pub struct Question<'a> {
    /// Whose documents.
    pub owner: Owner,
    /// In which scopes.
    pub scopes: &'a ScopeSet,
    /// Only what is true at this moment.
    pub at: Timestamp,
    /// The question in words.
    pub text: &'a str,
    /// Its embedding; without one, the semantic arm does not run.
    pub vector: Option<&'a Embedding>,
    /// At most so many hits of each arm.
    pub limit: usize,
}

/// A proposal of the index.
#[derive(Debug, Clone, PartialEq)]
pub struct Hit {
    /// The memory.
    pub memory: MemoryId,
    /// Closeness of question and memory, if the semantic arm ran; see [`super::vectors`].
    pub closeness: Option<f32>,
    /// BM25 of both lexical fields, the second at 0.3; 0 if no word is shared.
    pub bm25: f32,
}

/// What the index proposes.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Hits {
    /// The best of either arm, each with the scores of both, in no particular order.
    pub hits: Vec<Hit>,
    /// What BM25 could reach at most for this question: every word found, as often as counts.
    pub best_possible_bm25: f32,
}

impl Index {
    /// The best hits of either arm. Blocks: it reads from disk.
    ///
    /// # Errors
    /// [`IndexError`].
    pub fn search(&self, question: &Question<'_>) -> Result<Hits, IndexError> {
        let searcher = self.reader.searcher();
        let own = own_documents(&self.fields, question);
        let scanned = searcher.search(&own, &Scan::of(&self.fields, question))?;
        if scanned.addresses.is_empty() {
            return Ok(Hits::default());
        }
        let closeness = question.vector.map_or_else(Vec::new, |vector| scanned.vectors.closeness_to(&vector.values));
        let statistics =
            OwnStatistics { searcher: &searcher, fields: &self.fields, scanned: &scanned, owner: &question.owner };
        let words = self.words_of(question);
        let keyword = self.keyword_scores(&searcher, question, &words, &statistics)?;
        let hits = best_of_either(&scanned.addresses, &closeness, &keyword, question.limit)
            .into_iter()
            .map(|(address, closeness, bm25)| Ok(Hit { memory: self.memory_at(&searcher, address)?, closeness, bm25 }))
            .collect::<Result<_, IndexError>>()?;
        Ok(Hits { hits, best_possible_bm25: best_possible(&words, &statistics)? })
    }

    /// The distinct words of a question, routed by owner, and what each field counts.
    fn words_of(&self, question: &Question<'_>) -> Vec<(Term, Score)> {
        let words = analyse(question.text);
        let fields = [(self.fields.stems, words.stems, 1.0), (self.fields.bigrams, words.bigrams, BIGRAM_WEIGHT)];
        let routed = fields.into_iter().flat_map(|(field, words, weight)| {
            let distinct: BTreeSet<String> = words.into_iter().take(MAX_QUESTION_WORDS).collect();
            let term = move |word: &String| Term::from_field_text(field, &question.owner.routed(word));
            distinct.iter().map(|word| (term(word), weight)).collect::<Vec<_>>()
        });
        routed.collect()
    }

    fn keyword_scores(
        &self,
        searcher: &Searcher,
        question: &Question<'_>,
        words: &[(Term, Score)],
        statistics: &OwnStatistics<'_>,
    ) -> Result<HashMap<DocAddress, Score>, IndexError> {
        let should = words.iter().map(|(term, weight)| {
            let query = Box::new(TermQuery::new(term.clone(), IndexRecordOption::WithFreqs));
            (Occur::Should, Box::new(BoostQuery::new(query, *weight)) as Box<dyn Query>)
        });
        let any_word: Box<dyn Query> = Box::new(BooleanQuery::new(should.collect()));
        let own = ConstScoreQuery::new(Box::new(own_documents(&self.fields, question)), 0.0);
        let query = BooleanQuery::new(vec![(Occur::Must, any_word), (Occur::Must, Box::new(own))]);
        Ok(searcher.search_with_statistics_provider(&query, &AllScores, statistics)?)
    }

    fn memory_at(&self, searcher: &Searcher, address: DocAddress) -> Result<MemoryId, IndexError> {
        let document: TantivyDocument = searcher.doc(address)?;
        document
            .get_first(self.fields.memory)
            .and_then(|value| value.as_str()?.parse().ok())
            .ok_or_else(|| tantivy::TantivyError::InternalError("a document without a memory id".to_owned()).into())
    }
}

/// The hard filter: the owner's documents in any of the scopes.
fn own_documents(fields: &Fields, question: &Question<'_>) -> BooleanQuery {
    let owner = Term::from_field_text(fields.owner, &question.owner.key);
    let scopes = question.scopes.iter().map(|scope| Term::from_field_text(fields.scope, &scope.to_string()));
    BooleanQuery::new(vec![
        (Occur::Must, Box::new(TermQuery::new(owner, IndexRecordOption::Basic))),
        (Occur::Must, Box::new(TermSetQuery::new(scopes))),
    ])
}

/// BM25 of a text in which every word is found and frequent: each word's weight and rarity, times k1 + 1.
fn best_possible(words: &[(Term, Score)], statistics: &OwnStatistics<'_>) -> tantivy::Result<Score> {
    /// Tantivy's k1.
    const K1: Score = 1.2;
    let documents = statistics.total_num_docs()? as Score;
    words.iter().try_fold(0.0, |sum, (term, weight)| {
        let with_word = statistics.doc_freq(term)? as Score;
        let rarity = (1.0 + (documents - with_word + 0.5) / (with_word + 0.5)).ln();
        Ok(sum + weight * rarity * (K1 + 1.0))
    })
}

/// The best `limit` of each arm, with both scores.
fn best_of_either(
    addresses: &[DocAddress],
    closeness: &[f32],
    keyword: &HashMap<DocAddress, Score>,
    limit: usize,
) -> Vec<(DocAddress, Option<f32>, f32)> {
    let scored = |(place, &address): (usize, &DocAddress)| {
        (address, closeness.get(place).copied(), keyword.get(&address).copied().unwrap_or(0.0))
    };
    let mut all: Vec<_> = addresses.iter().enumerate().map(scored).collect();
    all.sort_by(|a, b| b.1.unwrap_or(-1.0).total_cmp(&a.1.unwrap_or(-1.0)).then(a.0.cmp(&b.0)));
    let semantic = if closeness.is_empty() { 0 } else { limit.min(all.len()) };
    let mut rest = all.split_off(semantic);
    rest.sort_by(|a, b| b.2.total_cmp(&a.2).then(a.0.cmp(&b.0)));
    // Hits of the keyword arm that the semantic arm has brought already take a place of its limit, too.
    let better = |hit: &(DocAddress, Option<f32>, f32)| all.iter().filter(|other| other.2 > hit.2).count();
    let keyword_hits = rest.into_iter().filter(|hit| hit.2 > 0.0);
    let added: Vec<_> =
        keyword_hits.enumerate().take_while(|(rank, hit)| rank + better(hit) < limit).map(|(_, hit)| hit).collect();
    all.extend(added);
    all
}

/// What the scan found: every document of the owner in the scopes that is true now.
#[derive(Default)]
struct Scanned {
    addresses: Vec<DocAddress>,
    vectors: Vectors,
    stems: u64,
    bigrams: u64,
}

/// Reads the vector, if it is wanted, and the lengths of each document.
struct Scan {
    fields: Fields,
    at: i64,
    wanted: Wanted,
}

struct SegmentScan {
    segment: SegmentOrdinal,
    at: i64,
    valid_from: Column<i64>,
    valid_to: Column<i64>,
    column: Option<BytesColumn>,
    stems: FieldNormReader,
    bigrams: FieldNormReader,
    bytes: Vec<u8>,
    found: Scanned,
}

impl Scan {
    fn of(fields: &Fields, question: &Question<'_>) -> Self {
        Self { fields: fields.clone(), at: question.at.micros(), wanted: Wanted::by(question.vector) }
    }
}

impl Collector for Scan {
    type Fruit = Scanned;
    type Child = SegmentScan;

    fn for_segment(&self, segment: SegmentOrdinal, reader: &SegmentReader) -> tantivy::Result<SegmentScan> {
        let column = if self.wanted.any() { reader.fast_fields().bytes("vector")? } else { None };
        Ok(SegmentScan {
            segment,
            at: self.at,
            valid_from: reader.fast_fields().i64(VALID_FROM)?,
            valid_to: reader.fast_fields().i64(VALID_TO)?,
            column,
            stems: reader.get_fieldnorms_reader(self.fields.stems)?,
            bigrams: reader.get_fieldnorms_reader(self.fields.bigrams)?,
            bytes: Vec::new(),
            found: Scanned { vectors: Vectors::new(self.wanted), ..Scanned::default() },
        })
    }

    fn requires_scoring(&self) -> bool {
        false
    }

    fn merge_fruits(&self, segments: Vec<Scanned>) -> tantivy::Result<Scanned> {
        let mut all = Scanned { vectors: Vectors::new(self.wanted), ..Scanned::default() };
        for mut segment in segments {
            all.addresses.append(&mut segment.addresses);
            all.vectors.append(segment.vectors);
            all.stems += segment.stems;
            all.bigrams += segment.bigrams;
        }
        Ok(all)
    }
}

impl SegmentScan {
    fn is_valid(&self, doc: DocId) -> bool {
        let (from, to) = (self.valid_from.first(doc), self.valid_to.first(doc));
        from.is_some_and(|from| from <= self.at) && to.is_some_and(|to| self.at < to)
    }

    /// Puts the document's stored vector into `bytes`; leaves them empty if there is none that can be read.
    fn read_vector(&mut self, doc: DocId) {
        self.bytes.clear();
        if let Some(column) = &self.column
            && let Some(ordinal) = column.term_ords(doc).next()
            && !matches!(column.ord_to_bytes(ordinal, &mut self.bytes), Ok(true))
        {
            self.bytes.clear();
        }
    }
}

impl SegmentCollector for SegmentScan {
    type Fruit = Scanned;

    fn collect(&mut self, doc: DocId, _score: Score) {
        if !self.is_valid(doc) {
            return;
        }
        self.read_vector(doc);
        self.found.vectors.push_stored(&self.bytes);
        self.found.addresses.push(DocAddress::new(self.segment, doc));
        self.found.stems += u64::from(self.stems.fieldnorm(doc));
        self.found.bigrams += u64::from(self.bigrams.fieldnorm(doc));
    }

    fn harvest(self) -> Scanned {
        self.found
    }
}

/// Collects the score of every match.
struct AllScores;

struct SegmentScores {
    segment: SegmentOrdinal,
    scores: Vec<(DocAddress, Score)>,
}

impl Collector for AllScores {
    type Fruit = HashMap<DocAddress, Score>;
    type Child = SegmentScores;

    fn for_segment(&self, segment: SegmentOrdinal, _reader: &SegmentReader) -> tantivy::Result<SegmentScores> {
        Ok(SegmentScores { segment, scores: Vec::new() })
    }

    fn requires_scoring(&self) -> bool {
        true
    }

    fn merge_fruits(&self, segments: Vec<Vec<(DocAddress, Score)>>) -> tantivy::Result<HashMap<DocAddress, Score>> {
        Ok(segments.into_iter().flatten().collect())
    }
}

impl SegmentCollector for SegmentScores {
    type Fruit = Vec<(DocAddress, Score)>;

    fn collect(&mut self, doc: DocId, score: Score) {
        self.scores.push((DocAddress::new(self.segment, doc), score));
    }

    fn harvest(self) -> Vec<(DocAddress, Score)> {
        self.scores
    }
}

/// BM25's statistics over the owner's documents only: what others store changes neither rarity nor average length.
struct OwnStatistics<'a> {
    searcher: &'a Searcher,
    fields: &'a Fields,
    scanned: &'a Scanned,
    owner: &'a Owner,
}

impl Bm25StatisticsProvider for OwnStatistics<'_> {
    fn total_num_tokens(&self, field: Field) -> tantivy::Result<u64> {
        let found = if field == self.fields.stems { self.scanned.stems } else { self.scanned.bigrams };
        let documents = self.scanned.addresses.len().max(1) as u64;
        // The average over the scanned documents, for as many documents as `total_num_docs` says.
        Ok((found.max(1) * self.total_num_docs()?).div_ceil(documents))
    }

    fn total_num_docs(&self) -> tantivy::Result<u64> {
        // Counts deleted documents too, as `doc_freq` does: BM25 needs the greater number here.
        self.searcher.doc_freq(&Term::from_field_text(self.fields.owner, &self.owner.key))
    }

    fn doc_freq(&self, term: &Term) -> tantivy::Result<u64> {
        // Words are routed by owner, so this counts the owner's documents only.
        self.searcher.doc_freq(term)
    }
}
