//! One search: both arms inside one person's documents, in two passes over nobody else's.

use super::Owner;
use super::analysis::analyse;
use super::folder::{Index, IndexError};
use super::schema::Fields;
use contract::{MemoryId, ScopeSet};
use half::f16;
use half::slice::HalfFloatSliceExt;
use std::collections::HashMap;
use tantivy::collector::{Collector, SegmentCollector};
use tantivy::columnar::BytesColumn;
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
    /// The question in words.
    pub text: &'a str,
    /// Its embedding; without one, the semantic arm does not run.
    pub vector: Option<&'a [f32]>,
    /// At most so many hits of each arm.
    pub limit: usize,
}

/// A proposal of the index.
#[derive(Debug, Clone, PartialEq)]
pub struct Hit {
    /// The memory.
    pub memory: MemoryId,
    /// Cosine of question and memory, if the semantic arm ran.
    pub cosine: Option<f32>,
    /// BM25 of both lexical fields, the second at 0.3; 0 if no word is shared.
    pub bm25: f32,
}

impl Index {
    /// The best hits of either arm, each with the scores of both. Blocks: it reads from disk.
    ///
    /// # Errors
    /// [`IndexError`].
    pub fn search(&self, question: &Question<'_>) -> Result<Vec<Hit>, IndexError> {
        let searcher = self.reader.searcher();
        let scan = Scan { fields: self.fields.clone(), vector: question.vector.map(<[f32]>::to_vec) };
        let own = own_documents(&self.fields, question);
        let scanned = searcher.search(&own, &scan)?;
        let keyword = self.keyword_scores(&searcher, question, &scanned)?;
        let chosen = best_of_either(&scanned, &keyword, question.limit);
        chosen
            .into_iter()
            .map(|(address, cosine, bm25)| Ok(Hit { memory: self.memory_at(&searcher, address)?, cosine, bm25 }))
            .collect()
    }

    fn keyword_scores(
        &self,
        searcher: &Searcher,
        question: &Question<'_>,
        scanned: &Scanned,
    ) -> Result<HashMap<DocAddress, Score>, IndexError> {
        let words = analyse(question.text);
        let mut should: Vec<(Occur, Box<dyn Query>)> = Vec::new();
        for (field, words, weight) in
            [(self.fields.stems, words.stems, 1.0), (self.fields.bigrams, words.bigrams, BIGRAM_WEIGHT)]
        {
            let distinct: std::collections::BTreeSet<String> = words.into_iter().take(MAX_QUESTION_WORDS).collect();
            for word in distinct {
                let term = Term::from_field_text(field, &question.owner.routed(&word));
                let query = Box::new(TermQuery::new(term, IndexRecordOption::WithFreqs));
                should.push((Occur::Should, Box::new(BoostQuery::new(query, weight))));
            }
        }
        if should.is_empty() || scanned.documents.is_empty() {
            return Ok(HashMap::new());
        }
        let own = ConstScoreQuery::new(Box::new(own_documents(&self.fields, question)), 0.0);
        let any_word: Box<dyn Query> = Box::new(BooleanQuery::new(should));
        let query = BooleanQuery::new(vec![(Occur::Must, any_word), (Occur::Must, Box::new(own))]);
        let statistics = OwnStatistics { searcher, fields: &self.fields, scanned, owner: &question.owner };
        Ok(searcher.search_with_statistics_provider(&query, &AllScores, &statistics)?)
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

/// The best `limit` of each arm, with both scores. Ties go to the document that was added first.
fn best_of_either(
    scanned: &Scanned,
    keyword: &HashMap<DocAddress, Score>,
    limit: usize,
) -> Vec<(DocAddress, Option<f32>, f32)> {
    let mut all: Vec<(DocAddress, Option<f32>, f32)> = scanned
        .documents
        .iter()
        .map(|&(address, cosine)| (address, cosine, keyword.get(&address).copied().unwrap_or(0.0)))
        .collect();
    all.sort_by(|a, b| b.1.unwrap_or(-1.0).total_cmp(&a.1.unwrap_or(-1.0)).then(a.0.cmp(&b.0)));
    let is_semantic = |&(rank, hit): &(usize, &(DocAddress, Option<f32>, f32))| rank < limit && hit.1.is_some();
    let mut chosen: Vec<_> = all.iter().enumerate().filter(is_semantic).map(|(_, hit)| *hit).collect();
    all.sort_by(|a, b| b.2.total_cmp(&a.2).then(a.0.cmp(&b.0)));
    let already: std::collections::HashSet<DocAddress> = chosen.iter().map(|hit| hit.0).collect();
    chosen.extend(all.into_iter().take(limit).filter(|hit| hit.2 > 0.0 && !already.contains(&hit.0)));
    chosen
}

/// What the scan found: every document of the owner in the scopes.
#[derive(Default)]
struct Scanned {
    documents: Vec<(DocAddress, Option<f32>)>,
    stems: u64,
    bigrams: u64,
}

/// Reads the vector and the lengths of each document.
struct Scan {
    fields: Fields,
    vector: Option<Vec<f32>>,
}

struct SegmentScan {
    segment: SegmentOrdinal,
    question: Option<(Vec<f32>, BytesColumn)>,
    stems: FieldNormReader,
    bigrams: FieldNormReader,
    bytes: Vec<u8>,
    values: Vec<f32>,
    found: Scanned,
}

impl Collector for Scan {
    type Fruit = Scanned;
    type Child = SegmentScan;

    fn for_segment(&self, segment: SegmentOrdinal, reader: &SegmentReader) -> tantivy::Result<SegmentScan> {
        let column = reader.fast_fields().bytes("vector")?;
        Ok(SegmentScan {
            segment,
            question: self.vector.clone().zip(column),
            stems: reader.get_fieldnorms_reader(self.fields.stems)?,
            bigrams: reader.get_fieldnorms_reader(self.fields.bigrams)?,
            bytes: Vec::new(),
            values: Vec::new(),
            found: Scanned::default(),
        })
    }

    fn requires_scoring(&self) -> bool {
        false
    }

    fn merge_fruits(&self, segments: Vec<tantivy::Result<Scanned>>) -> tantivy::Result<Scanned> {
        let mut all = Scanned::default();
        for segment in segments {
            let mut segment = segment?;
            all.documents.append(&mut segment.documents);
            all.stems += segment.stems;
            all.bigrams += segment.bigrams;
        }
        Ok(all)
    }
}

impl SegmentScan {
    fn cosine(&mut self, doc: DocId) -> Option<f32> {
        let (question, column) = self.question.as_ref()?;
        let ordinal = column.term_ords(doc).next()?;
        column.ord_to_bytes(ordinal, &mut self.bytes).ok()?;
        let halves: Vec<f16> = self.bytes.chunks_exact(2).map(|pair| f16::from_le_bytes([pair[0], pair[1]])).collect();
        if halves.len() != question.len() {
            return None;
        }
        self.values.resize(halves.len(), 0.0);
        halves.convert_to_f32_slice(&mut self.values);
        Some(self.values.iter().zip(question).map(|(a, b)| a * b).sum())
    }
}

impl SegmentCollector for SegmentScan {
    type Fruit = tantivy::Result<Scanned>;

    fn collect(&mut self, doc: DocId, _score: Score) {
        let cosine = self.cosine(doc);
        self.found.documents.push((DocAddress::new(self.segment, doc), cosine));
        self.found.stems += u64::from(self.stems.fieldnorm(doc));
        self.found.bigrams += u64::from(self.bigrams.fieldnorm(doc));
    }

    fn harvest(self) -> tantivy::Result<Scanned> {
        Ok(self.found)
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
        let documents = self.scanned.documents.len().max(1) as u64;
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
