//! What the demo remembers of Mina, who works on a mobile banking app in Seoul: kinds, scopes, sensitivities and times
//! as a real assistant would leave them.

use super::accounts;
use contract::{Kind, SaveMemory, Scope, Sensitivity, ServiceId, SourceRef, SourceRole};

struct Remembered {
    kind: Kind,
    statement: &'static str,
    sensitivity: Sensitivity,
    /// In the demo's chat service only, not in all of Mina's assistants.
    in_service: bool,
    confidence: f64,
    valid: (Option<&'static str>, Option<&'static str>),
}

const fn personal(kind: Kind, statement: &'static str) -> Remembered {
    let sensitivity = Sensitivity::Normal;
    Remembered { kind, statement, sensitivity, in_service: false, confidence: 1.0, valid: (None, None) }
}

const fn sensitive(kind: Kind, statement: &'static str, sensitivity: Sensitivity) -> Remembered {
    Remembered { sensitivity, ..personal(kind, statement) }
}

const fn in_service(kind: Kind, statement: &'static str) -> Remembered {
    Remembered { in_service: true, ..personal(kind, statement) }
}

const MEMORIES: [Remembered; 14] = [
    personal(Kind::Profile, "민아는 서울에 있는 모바일 뱅킹 팀의 제품 디자이너이다."),
    personal(Kind::Preference, "답변은 먼저 결론을 말하고, 그다음에 근거를 짧게 적어 주는 것을 좋아한다."),
    personal(Kind::Preference, "Mina prefers examples in Kotlin over Java."),
    personal(Kind::Rule, "회의록을 정리할 때는 참석자 이름을 쓰지 말고 역할만 적는다."),
    Remembered {
        valid: (Some("2026-01-05T00:00:00Z"), None),
        ..personal(Kind::Task, "송금 화면을 시각 장애가 있는 사용자도 쓸 수 있도록 다시 설계하고 있다.")
    },
    personal(Kind::Fact, "The team releases the app every second Thursday, after the regression test."),
    Remembered {
        valid: (Some("2025-03-01T00:00:00Z"), Some("2025-12-31T15:00:00Z")),
        ..personal(Kind::Context, "2025년에는 판교 사무실에서 일주일에 이틀 일했다.")
    },
    personal(Kind::Agreement, "민아와 개발팀은 아이콘을 새로 만들 때 먼저 색 대비를 확인하기로 했다."),
    Remembered {
        confidence: 0.8,
        ..in_service(
            Kind::Episode,
            "In the March release a font file was left out of the build; shipping it with the app solved it.",
        )
    },
    in_service(Kind::Procedure, "디자인 검토는 체크리스트 확인, 화면 낭독기 시험, 동료 검토의 순서로 한다."),
    in_service(Kind::Preference, "Code review comments should be in English, everything else in Korean."),
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

/// The requests that save them.
pub fn all(service: &ServiceId) -> impl Iterator<Item = SaveMemory> {
    MEMORIES.iter().enumerate().map(move |(number, memory)| request(number, memory, service))
}

fn request(number: usize, memory: &Remembered, service: &ServiceId) -> SaveMemory {
    let (from, to) = memory.valid;
    // The dates above are literals; a test reads each of them.
    let moment = |text: &str| text.parse().ok();
    SaveMemory {
        subject: accounts::subject().external_id.unwrap_or_default().to_owned(),
        statement: memory.statement.to_owned(),
        kind: memory.kind,
        scope: Some(if memory.in_service { Scope::Service(service.clone()) } else { Scope::Personal }),
        sensitivity: Some(memory.sensitivity.as_str().to_owned()),
        confidence: Some(memory.confidence),
        valid_from: from.and_then(moment),
        valid_to: to.and_then(moment),
        source: Some(SourceRef {
            event_id: format!("demo-{number}"),
            span: Some(memory.statement.to_owned()),
            role: SourceRole::User,
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use contract::{PrefixedId, Timestamp};

    #[test]
    fn every_request_is_without_fault() {
        for request in all(&ServiceId::from_bytes([1; 16])) {
            assert!(request.faults().is_empty(), "{}", request.statement);
        }
    }

    #[test]
    fn every_date_reads_and_every_kind_is_there() {
        let dates = MEMORIES.iter().flat_map(|memory| [memory.valid.0, memory.valid.1]).flatten();
        for date in dates {
            assert!(date.parse::<Timestamp>().is_ok(), "{date}");
        }
        for kind in Kind::ALL {
            assert!(MEMORIES.iter().any(|memory| memory.kind == *kind), "{kind}");
        }
        for sensitivity in Sensitivity::ALL {
            assert!(MEMORIES.iter().any(|memory| memory.sensitivity == *sensitivity), "{sensitivity}");
        }
    }
}
