//! Finds personal data and what the law calls sensitive in what a person says.

use contract::Sensitivity;
use regex::{Regex, RegexSet};
use std::sync::LazyLock;

/// Korean resident registration numbers: date of birth, a digit for sex and century, five digits, a check digit.
static RESIDENT: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?:^|\D)(\d{6})[- ]?([1-8]\d{6})(?:\D|$)").expect("a regular expression"));
static RESIDENT_CALLED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)주민\s?(?:등록\s?)?번호|resident (?:registration )?number").expect("a regular expression")
});

/// Numbers, addresses and dates by which somebody can be found or mistaken for.
static PII: LazyLock<RegexSet> = LazyLock::new(|| {
    RegexSet::new([
        // E-mail.
        r"[\w.+-]+@[\w-]+\.[\w.-]+",
        // Korean mobile and landline numbers.
        r"\b01[016-9][- .]?\d{3,4}[- .]?\d{4}\b",
        r"\b0(?:2|[3-6]\d|70)[- )]\s?\d{3,4}-\d{4}\b",
        // International numbers, and North American ones.
        r"\+\d{1,3}[ .-]?\(?\d{1,4}\)?(?:[ .-]?\d{2,4}){2,4}",
        r"\(\d{3}\)\s?\d{3}-\d{4}|\b\d{3}-\d{3}-\d{4}\b|\b\d{3}-\d{4}\b",
        // Accounts: by their name, or an IBAN.
        r"(?i)(?:계좌|은행|농협|신협|새마을금고|account(?: number)?|sort code)[^.?!\n]{0,20}?\d[\d-]{7,}",
        r"\b[A-Z]{2}\d{2}[A-Z0-9]{11,30}\b",
        // Passports and licences, by their name.
        r"(?i)(?:여권|passport)[^.?!\n]{0,20}?[A-Z]{1,2}\d{6,8}",
        r"(?i)(?:운전\s?면허|driv(?:er'?s|ing) licen[cs]e|social security|national insurance|\bssn\b)[^.?!\n]{0,20}?[A-Z0-9-]{8,}",
        // Postal addresses.
        r"\b\d+[a-z]?\s+(?:[A-Z][\w']+\s+){1,3}(?:Street|St|Road|Rd|Avenue|Ave|Lane|Ln|Drive|Dr|Court|Ct|Place|Square|Way|Close|Terrace|Boulevard|Blvd)\b",
        r"[가-힣]+(?:로|길)\s?\d+(?:-\d+)?(?:번지|,|\s|번|$)|\d+동\s?\d+호|[가-힣]+(?:동|리)\s?\d+(?:-\d+)?번지",
        // Dates of birth.
        r"(?i)\bborn (?:on )?(?:the )?(?:\d{1,2}(?:st|nd|rd|th)? (?:of )?[A-Z][a-z]+|[A-Z][a-z]+ \d{1,2})",
        r"(?i)date of birth[^.?!\n]{0,12}\d|생년월일[^.?!\n]{0,8}\d|\d{2,4}년 ?\d{1,2}월 ?\d{1,2}일\s?(?:생|에 태어)",
    ])
    .expect("each is a regular expression")
});

/// Health, belief, origin, politics, sexuality, crime: the special categories of article 9 of the GDPR and article 23 of
/// Korea's Personal Information Protection Act.
static SPECIAL: LazyLock<RegexSet> = LazyLock::new(|| {
    RegexSet::new([
        r"(?i)\b(?:diagnos\w+|diabet\w+|cancer|tumou?r|chemo\w*|depress(?:ion|ed|ant\w*)|anxiety disorder|bipolar|adhd|autis\w+|epilep\w+|asthma|hiv|migraines?|arthritis|blind|deaf|wheelchair|pregnan\w+|miscarr\w+|surgery|medications?|blood pressure|insulin|sertraline|antidepressants?|therapist|in therapy|rehab|sober|dementia|chronic pain|allerg\w+|coeliac|celiac)\b",
        r"(?i)\b(?:muslim|islam|christian|catholic|protestant|jewish|judaism|buddhist|hindu|sikh|atheist|ramadan|mosque|synagogue|church|baptis\w+|pray(?:er|ing)?)\b",
        r"(?i)\b(?:gay|lesbian|bisexual|transgender|queer|non-?binary|my sexuality)\b",
        r"(?i)\b(?:trade union|union member|vot(?:ed?|ing) (?:for|labour|green|republican|democrat)|party member|convict\w+|criminal record|on parole|in prison)\b",
        r"당뇨|고혈압|우울증|공황|불면증|조울|천식|간질|뇌전증|치매|암 (?:진단|수술|치료)|[가-힣]+암(?:\s|을|이|으로|수술)|수술을? 받|진단(?:을)? 받|항암|임신|유산했|복용|약을 (?:매일 )?먹|정신과|장애(?:가|를|인)|알레르기|알러지|알르레기|휠체어|투석|디스크|편두통|HIV",
        r"천주교|가톨릭|기독교|개신교|불교|불자|이슬람|무슬림|힌두|원불교|성당에|교회에|교회를|절에 다|신자(?:라|예|이|입)|라마단|무교(?:예|야|입|라)",
        r"게이(?:예|야|입|라)|레즈비언|동성애자|양성애자|트랜스젠더|성소수자|성 정체성",
        r"노조원|노동조합|당원|(?:진보|보수) 정당|전과|집행유예|징역",
    ])
    .expect("each is a regular expression")
});

/// How sensitive `text` is by what it holds: the most that anything in it asks for.
pub fn sensitivity_of(text: &str) -> Sensitivity {
    if SPECIAL.is_match(text) {
        Sensitivity::Restricted
    } else if has_resident_number(text) || PII.is_match(text) {
        Sensitivity::Pii
    } else {
        Sensitivity::Normal
    }
}

/// Whether a resident registration number is there: one whose check digit is right, or a number that is called one. Numbers
/// given out since October 2020 have no check digit.
fn has_resident_number(text: &str) -> bool {
    RESIDENT.captures_iter(text).any(|found| {
        let digits: Vec<u32> = found[1].chars().chain(found[2].chars()).filter_map(|c| c.to_digit(10)).collect();
        is_birthday(&digits) && (has_check_digit(&digits) || RESIDENT_CALLED.is_match(text))
    })
}

fn is_birthday(digits: &[u32]) -> bool {
    let (month, day) = (digits[2] * 10 + digits[3], digits[4] * 10 + digits[5]);
    (1..=12).contains(&month) && (1..=31).contains(&day)
}

/// Weights 2 to 9 and 2 to 5; the check digit makes the weighted sum and itself a multiple of 11, tens dropped.
fn has_check_digit(digits: &[u32]) -> bool {
    let weights = [2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5];
    let sum: u32 = weights.iter().zip(digits).map(|(weight, digit)| weight * digit).sum();
    (11 - sum % 11) % 10 == digits[12]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn personal_data_is_found() {
        for text in [
            "제 주민등록번호는 870314-2453333입니다",
            "내 주민번호 7906221147891 이야",
            "주민번호는 950908-2328809예요",
            "제 휴대폰은 010-4827-1936이에요",
            "My mobile is +44 7700 900418",
            "Reach me at m.haverkamp@lindenhof.example",
            "I live at 14 Tollgate Lane, flat 3",
            "저희 집은 경북 안동시 솔밭길 27, 103동 1204호예요",
            "환급은 농협 302-1184-7725-61, 내 계좌로",
            "my passport number is P4827163",
            "I was born on 3 April 1986 in Gdynia",
        ] {
            assert_eq!(sensitivity_of(text), Sensitivity::Pii, "{text}");
        }
    }

    #[test]
    fn what_is_special_by_law_is_found() {
        for text in ["I was diagnosed with it at twelve", "We're Sikh", "난 천주교 신자라 바빠", "약을 매일 먹어요"]
        {
            assert_eq!(sensitivity_of(text), Sensitivity::Restricted, "{text}");
        }
    }

    #[test]
    fn what_only_looks_like_it_is_not() {
        for text in [
            "우리 집 정수기 관리번호는 910707-2811351이야",
            "회의는 2026년 3월 4일이에요",
            "암튼 저는 홍차가 좋아요",
            "I have 12 cats and a 1990 car",
            "길 찾기가 어려워요",
        ] {
            assert_eq!(sensitivity_of(text), Sensitivity::Normal, "{text}");
        }
    }
}
