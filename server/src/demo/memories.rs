//! What the demo remembers of Mina, who works on a mobile banking app in Seoul: kinds, scopes, sensitivities and times
//! as a real assistant would leave them, and what Mina corrected since.

use super::accounts;
use contract::{Entity, Kind, NormalizedFact, SaveMemory, Scope, Sensitivity, ServiceId, SourceRef, SourceRole};

struct Remembered {
    kind: Kind,
    statement: &'static str,
    sensitivity: Sensitivity,
    /// In the demo's chat service only, not in all of Mina's assistants.
    in_service: bool,
    confidence: f64,
    valid: (Option<&'static str>, Option<&'static str>),
    origin: Origin,
    details: Details,
    /// What Mina made of it later.
    corrected: Option<&'static str>,
}

/// Where it comes from.
struct Origin {
    conversation: &'static str,
    occurred_at: &'static str,
    /// The very words; the statement itself if nobody said more.
    span: Option<&'static str>,
}

/// What the assistant noted beside the statement.
struct Details {
    raw_content: Option<&'static str>,
    /// Predicate and object.
    fact: Option<(&'static str, &'static str)>,
    keywords: &'static [&'static str],
    /// Name and type.
    entities: &'static [(&'static str, &'static str)],
    subtype: Option<&'static str>,
}

const ONBOARDING: Origin = said("chat-onboarding", "2026-01-05T00:40:00Z");
const REDESIGN: Origin = said("chat-transfer-redesign", "2026-02-11T05:20:00Z");
const RELEASE: Origin = said("chat-march-release", "2026-03-20T08:05:00Z");
const PLAIN: Details = Details { raw_content: None, fact: None, keywords: &[], entities: &[], subtype: None };

const fn said(conversation: &'static str, occurred_at: &'static str) -> Origin {
    Origin { conversation, occurred_at, span: None }
}

const fn personal(kind: Kind, statement: &'static str, origin: Origin) -> Remembered {
    Remembered {
        kind,
        statement,
        sensitivity: Sensitivity::Normal,
        in_service: false,
        confidence: 1.0,
        valid: (None, None),
        origin,
        details: PLAIN,
        corrected: None,
    }
}

const fn sensitive(kind: Kind, statement: &'static str, sensitivity: Sensitivity) -> Remembered {
    Remembered { sensitivity, ..personal(kind, statement, ONBOARDING) }
}

const fn in_service(kind: Kind, statement: &'static str, origin: Origin) -> Remembered {
    Remembered { in_service: true, ..personal(kind, statement, origin) }
}

const MEMORIES: [Remembered; 14] = [
    Remembered {
        origin: Origin {
            span: Some("저는 서울에 있는 모바일 뱅킹 팀에서 제품 디자인을 하고 있어요."), ..ONBOARDING
        },
        details: Details {
            raw_content: Some(
                "안녕하세요, 민아라고 해요. 저는 서울에 있는 모바일 뱅킹 팀에서 제품 디자인을 하고 있어요. \
                 화면 문구를 다듬는 일을 주로 부탁할 것 같아요.",
            ),
            fact: Some(("직업", "모바일 뱅킹 팀의 제품 디자이너")),
            keywords: &["제품 디자이너", "모바일 뱅킹"],
            entities: &[("민아", "사람"), ("서울", "장소"), ("모바일 뱅킹 팀", "조직")],
            subtype: Some("직업"),
        },
        ..personal(Kind::Profile, "민아는 서울에 있는 모바일 뱅킹 팀의 제품 디자이너이다.", ONBOARDING)
    },
    Remembered {
        corrected: Some("답변은 먼저 결론을 한 문장으로 말하고, 그다음에 근거를 세 가지까지 적어 주는 것을 좋아한다."),
        details: Details {
            fact: Some(("선호", "결론을 먼저 말하는 답변")),
            keywords: &["결론", "근거", "답변 형식"],
            subtype: Some("답변 형식"),
            ..PLAIN
        },
        ..personal(
            Kind::Preference,
            "답변은 먼저 결론을 말하고, 그다음에 근거를 짧게 적어 주는 것을 좋아한다.",
            ONBOARDING,
        )
    },
    Remembered {
        origin: Origin { span: Some("If you show me code, Kotlin please, not Java."), ..REDESIGN },
        details: Details {
            raw_content: Some(
                "The Android team sits next to me, so I read a lot of their code. If you show me code, Kotlin please, \
                 not Java.",
            ),
            fact: Some(("prefers", "examples in Kotlin")),
            keywords: &["Kotlin", "examples"],
            entities: &[("Kotlin", "programming language"), ("Java", "programming language")],
            subtype: Some("programming language"),
        },
        ..personal(Kind::Preference, "Mina prefers examples in Kotlin over Java.", REDESIGN)
    },
    personal(Kind::Rule, "회의록을 정리할 때는 참석자 이름을 쓰지 말고 역할만 적는다.", ONBOARDING),
    Remembered {
        valid: (Some("2026-01-05T00:00:00Z"), None),
        details: Details {
            keywords: &["송금", "접근성", "화면 낭독기"],
            entities: &[("송금 화면", "기능")],
            subtype: Some("재설계"),
            ..PLAIN
        },
        ..personal(Kind::Task, "송금 화면을 시각 장애가 있는 사용자도 쓸 수 있도록 다시 설계하고 있다.", REDESIGN)
    },
    Remembered {
        corrected: Some("The team releases the app every second Tuesday, after the regression test."),
        details: Details {
            fact: Some(("releases", "the app every two weeks")),
            keywords: &["release", "regression test"],
            entities: &[("the app", "product")],
            subtype: Some("schedule"),
            ..PLAIN
        },
        ..personal(Kind::Fact, "The team releases the app every second Thursday, after the regression test.", RELEASE)
    },
    Remembered {
        valid: (Some("2025-03-01T00:00:00Z"), Some("2025-12-31T15:00:00Z")),
        details: Details { entities: &[("판교", "장소")], ..PLAIN },
        ..personal(Kind::Context, "2025년에는 판교 사무실에서 일주일에 이틀 일했다.", ONBOARDING)
    },
    personal(Kind::Agreement, "민아와 개발팀은 아이콘을 새로 만들 때 먼저 색 대비를 확인하기로 했다.", REDESIGN),
    Remembered {
        confidence: 0.8,
        origin: Origin { span: Some("The font file was not in the build. We ship it with the app now."), ..RELEASE },
        details: Details {
            raw_content: Some(
                "Korean text looked wrong on older phones after the March release. The font file was not in the build. \
                 We ship it with the app now.",
            ),
            fact: Some(("solved", "a missing font by shipping it with the app")),
            keywords: &["font", "March release", "build"],
            entities: &[("March release", "event")],
            subtype: Some("incident"),
        },
        ..in_service(
            Kind::Episode,
            "In the March release a font file was left out of the build; shipping it with the app solved it.",
            RELEASE,
        )
    },
    in_service(Kind::Procedure, "디자인 검토는 체크리스트 확인, 화면 낭독기 시험, 동료 검토의 순서로 한다.", REDESIGN),
    in_service(Kind::Preference, "Code review comments should be in English, everything else in Korean.", RELEASE),
    sensitive(Kind::Profile, "민아의 휴대전화 번호는 010-0000-0000이다.", Sensitivity::Pii),
    sensitive(
        Kind::Fact,
        "견과류 알레르기가 있어서 점심 식당을 고를 때 미리 알려 주어야 한다.",
        Sensitivity::Restricted,
    ),
    Remembered {
        confidence: 0.6,
        ..sensitive(Kind::Fact, "Mina is thinking about learning Rust this year.", Sensitivity::Unknown)
    },
];

/// A memory to save, and what its owner makes of it then.
pub struct Planned {
    /// As the chat service saves it.
    pub request: SaveMemory,
    /// The statement as its owner corrects it.
    pub corrected: Option<&'static str>,
}

/// All of them, for that chat service.
pub fn all(service: &ServiceId) -> impl Iterator<Item = Planned> {
    let planned = move |(number, memory): (usize, &Remembered)| Planned {
        request: request(number, memory, service),
        corrected: memory.corrected,
    };
    MEMORIES.iter().enumerate().map(planned)
}

/// Statements as they were saved, each with what its owner made of it.
pub fn corrections() -> impl Iterator<Item = (&'static str, &'static str)> {
    MEMORIES.iter().filter_map(|memory| Some((memory.statement, memory.corrected?)))
}

fn request(number: usize, memory: &Remembered, service: &ServiceId) -> SaveMemory {
    let (from, to) = memory.valid;
    let owned = |text: &str| text.to_owned();
    // The dates above are literals; a test reads each of them.
    let moment = |text: &str| text.parse().ok();
    let Details { raw_content, fact, keywords, entities, subtype } = &memory.details;
    SaveMemory {
        subject: accounts::subject().external_id.unwrap_or_default().to_owned(),
        statement: memory.statement.to_owned(),
        kind: memory.kind,
        scope: Some(if memory.in_service { Scope::Service(service.clone()) } else { Scope::Personal }),
        sensitivity: Some(memory.sensitivity.as_str().to_owned()),
        confidence: Some(memory.confidence),
        valid_from: from.and_then(moment),
        valid_to: to.and_then(moment),
        source: Some(source(number, memory)),
        raw_content: raw_content.map(owned),
        normalized_fact: fact
            .map(|(predicate, object)| NormalizedFact { predicate: owned(predicate), object: owned(object) }),
        keywords: keywords.iter().map(|keyword| owned(keyword)).collect(),
        entities: entities
            .iter()
            .map(|(name, sort)| Entity { name: owned(name), entity_type: Some(owned(sort)) })
            .collect(),
        memory_subtype: subtype.map(owned),
        requested_by_user: false,
    }
}

fn source(number: usize, memory: &Remembered) -> SourceRef {
    let Origin { conversation, occurred_at, span } = &memory.origin;
    SourceRef {
        conversation_id: Some((*conversation).to_owned()),
        span: Some(span.unwrap_or(memory.statement).to_owned()),
        occurred_at: occurred_at.parse().ok(),
        ..SourceRef::of(format!("message-{}", number + 1), SourceRole::User)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use contract::{PrefixedId, Timestamp};
    use std::collections::HashSet;

    #[test]
    fn every_request_is_without_fault() {
        for planned in all(&ServiceId::from_bytes([1; 16])) {
            assert!(planned.request.faults().is_empty(), "{}", planned.request.statement);
        }
    }

    #[test]
    fn every_date_reads_and_every_kind_is_there() {
        let dates = MEMORIES.iter().flat_map(|memory| [memory.valid.0, memory.valid.1]).flatten();
        for date in dates.chain(MEMORIES.iter().map(|memory| memory.origin.occurred_at)) {
            assert!(date.parse::<Timestamp>().is_ok(), "{date}");
        }
        for kind in Kind::ALL {
            assert!(MEMORIES.iter().any(|memory| memory.kind == *kind), "{kind}");
        }
        for sensitivity in Sensitivity::ALL {
            assert!(MEMORIES.iter().any(|memory| memory.sensitivity == *sensitivity), "{sensitivity}");
        }
    }

    #[test]
    fn no_statement_is_there_twice_before_or_after_its_correction() {
        let statements = MEMORIES.iter().map(|memory| memory.statement);
        let mut seen = HashSet::new();
        assert!(statements.chain(corrections().map(|(_, after)| after)).all(|statement| seen.insert(statement)));
        assert_eq!(corrections().count(), 2);
        // Lists mask the others, so that the fill could not find them again.
        assert!(MEMORIES.iter().all(|memory| memory.corrected.is_none() || !memory.sensitivity.is_masked()));
    }
}
