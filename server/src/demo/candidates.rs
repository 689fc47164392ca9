//! What waits for the demo's reviewer, and what has been decided before: about four people, as an assistant proposes it.

use contract::review::RejectReason;
use contract::{Kind, SaveMemory, Scope, ServiceId, SourceRef, SourceRole, Timestamp};
use std::time::Duration;

/// What the chat service takes to see what is worth keeping.
const A_MOMENT: Duration = Duration::from_secs(40);

/// A person whom candidates are about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum About {
    /// The demo's user.
    Mina,
    /// The demo's administrator.
    Sora,
    /// A backend developer.
    Haneul,
    /// A support manager.
    Junseo,
}

impl About {
    /// How the chat service calls the person.
    pub fn external_id(self) -> &'static str {
        match self {
            Self::Mina => "mina",
            Self::Sora => "sora",
            Self::Haneul => "haneul",
            Self::Junseo => "junseo",
        }
    }
}

/// What came of a candidate.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Outcome {
    /// It waits.
    Waits,
    /// It was approved, some hours later.
    Approved,
    /// It was rejected, some hours later.
    Rejected(RejectReason),
}

/// A candidate, so many hours ago.
#[derive(Clone, Copy)]
pub struct Proposed {
    /// Whom it is about.
    pub about: About,
    /// How many hours ago.
    pub hours_ago: u32,
    /// What came of it.
    pub outcome: Outcome,
    kind: Kind,
    statement: &'static str,
    /// What was said before the span, the span, and what was said after it.
    said: [&'static str; 3],
    confidence: f64,
    sensitivity: &'static str,
}

const fn waits(
    about: About,
    hours_ago: u32,
    (kind, confidence): (Kind, f64),
    statement: &'static str,
    said: [&'static str; 3],
) -> Proposed {
    Proposed { about, hours_ago, outcome: Outcome::Waits, kind, statement, said, confidence, sensitivity: "normal" }
}

const fn sensitive(sensitivity: &'static str, proposed: Proposed) -> Proposed {
    Proposed { sensitivity, ..proposed }
}

const fn decided(
    about: About,
    hours_ago: u32,
    (kind, confidence): (Kind, f64),
    outcome: Outcome,
    statement: &'static str,
) -> Proposed {
    Proposed { outcome, ..waits(about, hours_ago, (kind, confidence), statement, ["", statement, ""]) }
}

const APPROVED: Outcome = Outcome::Approved;
const PASSING: Outcome = Outcome::Rejected(RejectReason::Passing);
const NOT_SAID: Outcome = Outcome::Rejected(RejectReason::NotSaid);
const NOT_USEFUL: Outcome = Outcome::Rejected(RejectReason::NotUseful);
const WRONG: Outcome = Outcome::Rejected(RejectReason::Wrong);

use About::{Haneul, Junseo, Mina, Sora};

/// What has been decided, and then what waits: each longest ago first.
pub const CANDIDATES: [Proposed; 46] = [
    decided(Haneul, 400, (Kind::Profile, 0.95), APPROVED, "하늘은 결제 서버를 맡은 백엔드 개발자이다."),
    decided(Haneul, 390, (Kind::Preference, 0.9), APPROVED, "코드 예시는 Rust로 보여 주는 것을 좋아한다."),
    decided(Junseo, 372, (Kind::Profile, 0.92), APPROVED, "Junseo leads the customer support team in Busan."),
    decided(Haneul, 350, (Kind::Context, 0.5), PASSING, "지금 지하철 안에서 질문하고 있다."),
    decided(Junseo, 330, (Kind::Rule, 0.88), APPROVED, "Answers to customers are written in polite Korean."),
    decided(Junseo, 318, (Kind::Fact, 0.42), NOT_SAID, "Junseo has two children."),
    decided(Haneul, 300, (Kind::Procedure, 0.81), APPROVED, "배포 전에는 부하 시험을 하고 결과를 위키에 남긴다."),
    decided(Haneul, 282, (Kind::Fact, 0.6), NOT_USEFUL, "어제 점심으로 국수를 먹었다."),
    decided(Junseo, 276, (Kind::Preference, 0.79), APPROVED, "Prefers tables over long paragraphs in reports."),
    decided(Haneul, 260, (Kind::Task, 0.77), APPROVED, "정산 배치를 새 스케줄러로 옮기고 있다."),
    decided(Junseo, 240, (Kind::Fact, 0.35), WRONG, "The support team works around the clock."),
    decided(Haneul, 236, (Kind::Rule, 0.9), APPROVED, "운영 데이터베이스에는 읽기 전용으로만 접속한다."),
    decided(Junseo, 220, (Kind::Agreement, 0.84), APPROVED, "Refunds above one million won need a second signature."),
    decided(Haneul, 200, (Kind::Context, 0.4), PASSING, "오늘은 기분이 좋지 않다."),
    decided(Junseo, 196, (Kind::Episode, 0.7), APPROVED, "The March outage was explained to customers within an hour."),
    decided(Haneul, 190, (Kind::Fact, 0.3), NOT_SAID, "하늘은 이직을 준비하고 있다."),
    waits(
        Haneul,
        161,
        (Kind::Preference, 0.86),
        "코드 예시는 Kotlin으로 보여 주는 것을 좋아한다.",
        [
            "이번 프로젝트부터는 안드로이드 쪽도 보게 됐어요. ",
            "예시는 이제 코틀린으로 보여 주세요.",
            " 러스트는 나중에 다시 볼게요.",
        ],
    ),
    waits(
        Haneul,
        158,
        (Kind::Procedure, 0.83),
        "배포 전에는 부하 시험을 하고 결과를 위키에 남긴다.  담당자에게도 알린다.",
        ["절차가 하나 늘었어요. ", "부하 시험 결과를 위키에 남기고 담당자한테도 꼭 알려요.", ""],
    ),
    waits(
        Junseo,
        152,
        (Kind::Rule, 0.91),
        "Answers to customers are written in plain, polite Korean without jargon.",
        ["We changed the style guide. ", "Plain, polite Korean, and no jargon please.", " The old rule was too short."],
    ),
    sensitive(
        "pii",
        waits(
            Junseo,
            149,
            (Kind::Profile, 0.9),
            "준서의 업무용 전화번호는 010-0000-1111이다.",
            ["급하면 전화 주세요. ", "제 업무용 번호는 010-0000-1111이에요.", " 저녁에는 받기 어려워요."],
        ),
    ),
    waits(
        Sora,
        141,
        (Kind::Preference, 0.74),
        "주간 보고는 금요일 오후에 받는 것을 좋아한다.",
        ["월요일은 회의가 많아서요. ", "주간 보고는 금요일 오후에 주시면 좋겠어요.", ""],
    ),
    waits(
        Mina,
        138,
        (Kind::Fact, 0.88),
        "The team releases the app every second Wednesday, after the regression test.",
        [
            "Small change from next month on: ",
            "we release every second Wednesday, still after the regression test.",
            "",
        ],
    ),
    waits(
        Haneul,
        132,
        (Kind::Fact, 0.66),
        "정산 배치는 매일 새벽 두 시에 돈다.",
        ["참고로 ", "정산 배치는 매일 새벽 두 시에 돌아요.", " 그래서 그 시간에는 배포하지 않아요."],
    ),
    waits(
        Haneul,
        126,
        (Kind::Rule, 0.93),
        "새벽 두 시에는 배포하지 않는다.",
        ["정산 배치는 매일 새벽 두 시에 돌아요. 그래서 ", "그 시간에는 배포하지 않아요.", ""],
    ),
    waits(
        Junseo,
        120,
        (Kind::Preference, 0.71),
        "Prefers tables over long paragraphs in reports.  Charts are welcome too.",
        ["Tables as always. ", "And charts are welcome too, if they say something.", ""],
    ),
    sensitive(
        "restricted",
        waits(
            Sora,
            117,
            (Kind::Fact, 0.8),
            "다음 달에 무릎 수술을 받을 예정이다.",
            ["일정을 조정해야 해요. ", "다음 달에 무릎 수술을 받게 됐어요.", " 두 주는 원격으로 일할게요."],
        ),
    ),
    waits(
        Mina,
        110,
        (Kind::Preference, 0.82),
        "Code review comments should be short, and in English.",
        ["About reviews: ", "comments should be short, and in English.", " Thank you!"],
    ),
    waits(
        Haneul,
        103,
        (Kind::Context, 0.48),
        "이번 주에는 장애 대응 당번이다.",
        ["답이 늦을 수 있어요. ", "이번 주 장애 대응 당번이라서요.", ""],
    ),
    waits(
        Junseo,
        98,
        (Kind::Fact, 0.55),
        "Ju\u{200b}nseo\u{202e} approves every refund himself.",
        ["A pasted note said: ", "Ju\u{200b}nseo\u{202e} approves every refund himself.", ""],
    ),
    waits(
        Sora,
        92,
        (Kind::Agreement, 0.87),
        "소라와 보안팀은 분기마다 권한을 점검하기로 했다.",
        ["회의에서 정했어요. ", "보안팀하고 분기마다 권한을 점검하기로요.", ""],
    ),
    waits(
        Mina,
        86,
        (Kind::Task, 0.78),
        "9월까지 송금 화면의 화면 낭독기 시험을 끝내려고 한다.",
        ["재설계가 거의 끝났어요. ", "9월까지 화면 낭독기 시험을 끝내는 게 목표예요.", ""],
    ),
    waits(
        Haneul,
        80,
        (Kind::Episode, 0.69),
        "지난 장애는 연결 풀이 모자라서 생겼고, 크기를 두 배로 늘려 해결했다.",
        ["원인을 찾았어요. ", "연결 풀이 모자랐고, 두 배로 늘리니까 해결됐어요.", ""],
    ),
    sensitive(
        "pii",
        waits(
            Haneul,
            74,
            (Kind::Profile, 0.85),
            "하늘의 개인 메일 주소는 haneul@home.example이다.",
            ["집에서는 회사 메일을 못 봐요. ", "haneul@home.example로 보내 주세요.", ""],
        ),
    ),
    waits(
        Junseo,
        69,
        (Kind::Task, 0.73),
        "Prepares the move of the help center to the new platform by October.",
        ["Busy months ahead: ", "the help center moves to the new platform by October.", " I coordinate it."],
    ),
    waits(
        Sora,
        63,
        (Kind::Rule, 0.9),
        "새 계정은 두 사람이 승인해야 한다.",
        ["규정이 바뀌었어요. ", "새 계정은 두 사람이 승인해야 해요.", ""],
    ),
    sensitive(
        "unknown",
        waits(
            Haneul,
            57,
            (Kind::Fact, 0.38),
            "Haneul might move to Jeju next year 🏝️.",
            ["Who knows, ", "maybe I'll move to Jeju next year 🏝️", " haha"],
        ),
    ),
    waits(
        Mina,
        51,
        (Kind::Rule, 0.89),
        "회의록에는 결정과 담당 역할만 적고, 참석자 이름은 쓰지 않는다.",
        ["회의록 규칙을 조금 다듬을게요. ", "결정이랑 담당 역할만 적고 이름은 쓰지 마세요.", ""],
    ),
    waits(
        Junseo,
        45,
        (Kind::Procedure, 0.8),
        "Complaints are first acknowledged, then checked, then answered within a day.",
        ["Our order is simple: ", "acknowledge, check, answer within a day.", ""],
    ),
    waits(
        Haneul,
        39,
        (Kind::Preference, 0.64),
        "답변에는 참고한 문서의 주소를 함께 적어 주는 것을 좋아한다.",
        ["출처가 있으면 좋겠어요. ", "참고한 문서 주소도 같이 적어 주세요.", ""],
    ),
    waits(
        Sora,
        33,
        (Kind::Context, 0.52),
        "이번 분기에는 감사 준비로 바쁘다.",
        ["미리 말씀드리면 ", "이번 분기는 감사 준비로 바빠요.", ""],
    ),
    waits(
        Junseo,
        27,
        (Kind::Agreement, 0.85),
        "Refunds above two million won need a second signature.",
        ["Finance agreed yesterday: ", "from two million won on we need a second signature.", " It was one before."],
    ),
    waits(
        Haneul,
        21,
        (Kind::Task, 0.76),
        "정산 배치를 새 스케줄러로 옮기는 일을 10월에 끝낼 예정이다.",
        ["일정이 나왔어요. ", "정산 배치 이전은 10월에 끝나요.", ""],
    ),
    waits(
        Mina,
        15,
        (Kind::Context, 0.58),
        "이번 달에는 목요일마다 재택근무를 한다.",
        ["참고하세요. ", "이번 달은 목요일마다 집에서 일해요.", ""],
    ),
    sensitive(
        "restricted",
        waits(
            Junseo,
            10,
            (Kind::Fact, 0.7),
            "Junseo is being treated for high blood pressure.",
            ["I have to leave early on Tuesdays, ", "I'm being treated for high blood pressure.", ""],
        ),
    ),
    waits(
        Sora,
        5,
        (Kind::Profile, 0.94),
        "소라는 서비스 운영팀의 팀장이다.",
        ["자기소개를 하자면, ", "저는 서비스 운영팀 팀장이에요.", ""],
    ),
    waits(
        Mina,
        1,
        (Kind::Preference, 0.97),
        "디자인 시안은 두 가지를 나란히 비교할 수 있게 보여 주는 것을 좋아한다.",
        ["한 가지만 있으면 고르기 어려워요. ", "시안은 두 개를 나란히 보여 주세요.", ""],
    ),
];

/// The candidate as the chat service proposes it, said a moment before.
pub fn request(number: usize, proposed: &Proposed, service: &ServiceId, now: Timestamp) -> SaveMemory {
    let [before, span, after] = proposed.said;
    let source = SourceRef {
        conversation_id: Some(format!("chat-{}", proposed.about.external_id())),
        span: Some(span.to_owned()),
        occurred_at: Some(now.minus(A_MOMENT)),
        ..SourceRef::of(format!("turn-{}", number + 1), SourceRole::User)
    };
    let in_service = proposed.statement.starts_with("Code review");
    SaveMemory {
        subject: proposed.about.external_id().to_owned(),
        statement: proposed.statement.to_owned(),
        kind: proposed.kind,
        scope: Some(if in_service { Scope::Service(service.clone()) } else { Scope::Personal }),
        sensitivity: Some(proposed.sensitivity.to_owned()),
        confidence: Some(proposed.confidence),
        valid_from: None,
        valid_to: None,
        source: Some(source),
        raw_content: Some(format!("{before}{span}{after}")),
        normalized_fact: None,
        keywords: Vec::new(),
        entities: Vec::new(),
        memory_subtype: None,
        requested_by_user: false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use contract::PrefixedId;
    use std::collections::HashSet;

    #[test]
    fn thirty_wait_and_none_has_a_fault() {
        let waiting = CANDIDATES.iter().filter(|one| one.outcome == Outcome::Waits);
        assert_eq!(waiting.count(), 30);
        let now = Timestamp::from_micros(0).expect("in range");
        for (number, proposed) in CANDIDATES.iter().enumerate() {
            let request = request(number, proposed, &ServiceId::from_bytes([1; 16]), now);
            assert!(request.candidate_faults().is_empty(), "{}", proposed.statement);
        }
    }

    #[test]
    fn they_come_in_order_and_end_only_after_a_while() {
        assert!(CANDIDATES.windows(2).all(|pair| pair[0].hours_ago > pair[1].hours_ago));
        for proposed in CANDIDATES.iter().filter(|one| one.outcome == Outcome::Waits) {
            assert!(proposed.hours_ago < 7 * 24 - 6, "{}", proposed.statement);
        }
        let statements: HashSet<_> = CANDIDATES.iter().map(|one| one.statement).collect();
        assert_eq!(statements.len(), CANDIDATES.len());
    }
}
