import { english, korean, type ConsoleWords } from "./console-words.js";
import * as services from "./services-words.js";

/** Texts of one group in the pages' locales. */
export type Group<Names extends string> = Record<Names, string>;

/** What the pages say, as far as the tests look for it. Groups and names are those of `app/locales`. */
export interface Words extends ConsoleWords, services.ServicesWords {
  locale: string;
  lang: string;
  openMyPage: string;
  email: string;
  password: string;
  signIn: string;
  signOut: string;
  myPage: string;
  off: string;
  turnOn: string;
  turnOff: string;
  keepOn: string;
  turnOffQuestion: string;
  nothingWhileOff: string;
  nothingWhileOn: string;
  notInUse: string;
  hidden: string;
  findable: string;
  wrongCredentials: string;
  /** What has to be typed before everything is deleted. */
  typedConfirmation: string;
  me: Group<"rooms">;
  consent: Group<"isOn" | "isOff" | "nowOn" | "nowOff" | "history" | "fromPage" | "fromRest">;
  memories: Group<
    | "title"
    | "kind"
    | "masked"
    | "next"
    | "first"
    | "pageShown"
    | "errorTitle"
    | "recorded"
    | "open"
    | "allReady"
    | "filtered"
    | "emptyFilterTitle"
    | "candidate"
    | "rejected"
  >;
  kind: Group<"preference" | "rule" | "fact">;
  index: Group<"pending" | "indexed" | "indexedWhy" | "excluded">;
  tabs: Group<"label" | "all" | "personal" | "service">;
  filters: Group<"apply" | "remove" | "clear">;
  standing: Group<"history">;
  sensitivity: Group<"pii">;
  source: Group<"user">;
  field: Group<"statement" | "keywords" | "sensitivity" | "confidence" | "validFrom" | "validTo" | "query">;
  fault: Group<
    | "line"
    | "empty"
    | "tooLong"
    | "controlCharacter"
    | "outOfRange"
    | "order"
    | "unknown"
    | "immutable"
    | "duplicate"
    | "syntax"
  >;
  copy: Group<"done" | "json" | "key">;
  detail: Group<"title" | "close" | "closed" | "correct" | "delete" | "raw">;
  history: Group<"title" | "version" | "added" | "removed" | "byYou" | "byService">;
  correct: Group<
    | "title"
    | "modeForm"
    | "modeJson"
    | "jsonLabel"
    | "jsonFine"
    | "jsonFirst"
    | "cancel"
    | "save"
    | "saved"
    | "removed"
    | "unsaved"
    | "stay"
    | "discard"
  >;
  conflict: Group<"title" | "keepMine" | "takeTheirs">;
  select: Group<"label" | "page" | "count" | "matching" | "matchingUncounted" | "delete">;
  delete: Group<
    | "title"
    | "questionOne"
    | "question"
    | "forever"
    | "cancel"
    | "confirm"
    | "confirmOne"
    | "understood"
    | "done"
    | "failed"
    | "close"
  >;
  done: Group<"deleted">;
  ask: Group<"as" | "ask" | "answer" | "nothingTitle" | "meaning" | "leftOut" | "never" | "neverSensitive">;
  reason: Group<"overTopK">;
  keys: Group<
    | "name"
    | "create"
    | "secret"
    | "emptyTitle"
    | "used"
    | "revoked"
    | "revoke"
    | "revokeTitle"
    | "revokeText"
    | "revokeConfirm"
    | "keep"
    | "nowRevoked"
  >;
  sessions: Group<"title" | "this" | "seen" | "end" | "endOthers" | "ended">;
  data: Group<
    | "title"
    | "export"
    | "json"
    | "markdown"
    | "password"
    | "download"
    | "delete"
    | "confirmation"
    | "deleteConfirm"
    | "allGone"
  >;
  export: Group<"title">;
  problem: Group<
    | "heading"
    | "retry"
    | "consentRequired"
    | "notFound"
    | "busy"
    | "staleVersion"
    | "wrongPassword"
    | "indexUnavailable"
    | "fieldConfirmation"
    | "needsReveal"
    | "claimed"
    | "wrongLink"
  >;
  notFound: Group<"title">;
}

export const languages: Words[] = [
  {
    ...english,
    ...services.english,
    locale: "en-US",
    lang: "en",
    openMyPage: "Sign in to My Page",
    email: "E-mail address",
    password: "Password",
    signIn: "Sign in",
    signOut: "Sign out",
    myPage: "My Page",
    off: "Off",
    turnOn: "Switch memory on",
    turnOff: "Switch memory off",
    keepOn: "Keep it on",
    turnOffQuestion: "Switch memory off?",
    nothingWhileOff: "Nothing is remembered",
    nothingWhileOn: "Nothing is remembered yet",
    notInUse: "Memory is off: this list is not in use.",
    hidden: "Hidden",
    findable: "Findable",
    wrongCredentials: "The e-mail address or the password is wrong.",
    typedConfirmation: "delete everything",
    me: { rooms: "Your pages" },
    consent: {
      isOn: "On",
      isOff: "Off",
      nowOn: "Memory is on.",
      nowOff: "Memory is off.",
      history: "History of your consent",
      fromPage: "on this page",
      fromRest: "through a program",
    },
    memories: {
      title: "What is remembered",
      kind: "Kind",
      masked: "Hidden",
      next: "Next page",
      first: "Back to the first page",
      pageShown: "The next page is shown.",
      errorTitle: "The memories could not be loaded",
      recorded: "Recorded",
      open: "Open",
      allReady: "All memories on this page are up to date in the search index.",
      filtered: "The list has been updated.",
      emptyFilterTitle: "Nothing matches",
      candidate: "Waits for review",
      rejected: "Rejected",
    },
    kind: { preference: "Preference", rule: "Rule", fact: "Fact" },
    index: {
      pending: "Preparing",
      indexed: "Findable",
      indexedWhy: "Your assistants find it when a question calls for it.",
      excluded: "Never searched",
    },
    tabs: { label: "Memories by use", all: "All", personal: "Personal", service: "Service" },
    filters: { apply: "Search", remove: "Remove filter: %{filter}", clear: "Clear filters" },
    standing: { history: "Past" },
    sensitivity: { pii: "Personal data" },
    source: { user: "You" },
    field: {
      statement: "Statement",
      keywords: "Keywords",
      sensitivity: "Sensitivity",
      confidence: "Confidence",
      validFrom: "Valid from",
      validTo: "Valid until",
      query: "Your question",
    },
    fault: {
      line: "%{field}: %{problem}",
      empty: "must not be empty.",
      tooLong: "is too long.",
      controlCharacter: "holds characters that cannot be stored.",
      outOfRange: "must be between 0 and 1.",
      order: "must be later than the beginning.",
      unknown: "is not a field of a memory.",
      immutable: "cannot be changed.",
      duplicate: "is given twice.",
      syntax: "is not readable.",
    },
    copy: { done: "Copied.", json: "Copy JSON", key: "Copy key" },
    detail: {
      title: "Memory",
      close: "Close",
      closed: "Its content shows once you open it. Opening is noted in the audit log.",
      correct: "Correct",
      delete: "Delete",
      raw: "Raw JSON",
    },
    history: {
      title: "History",
      version: "Version %{number}",
      added: "added:",
      removed: "removed:",
      byYou: "by you",
      byService: "by a chat service",
    },
    correct: {
      title: "Correct memory",
      modeForm: "Form",
      modeJson: "JSON",
      jsonLabel: "Memory as JSON",
      jsonFine: "The JSON is valid.",
      jsonFirst: "The form cannot show this JSON yet. Mend what is named below first.",
      cancel: "Cancel",
      save: "Save",
      saved: "The memory is corrected.",
      removed: "The search index no longer had this memory, so it could not be corrected. It was removed.",
      unsaved: "Your changes are not saved. Discard them?",
      stay: "Keep editing",
      discard: "Discard changes",
    },
    conflict: { title: "This memory has changed meanwhile", keepMine: "Save mine", takeTheirs: "Keep the stored one" },
    select: {
      label: "Selection",
      page: "Select all on this page",
      count: "%{count} selected",
      matching: "Select all %{count} that match",
      matchingUncounted: "Select all that match",
      delete: "Delete selected",
    },
    delete: {
      title: "Delete memories?",
      questionOne: "1 memory will be deleted.",
      question: "%{count} memories will be deleted.",
      forever: "This cannot be undone. It goes from the list, from the search index and from the history.",
      cancel: "Cancel",
      confirm: "Delete for good",
      confirmOne: "Delete this memory",
      understood: "I understand that this cannot be undone.",
      done: "Deleted: %{count}",
      failed: "Could not be deleted: %{count}. They stay selected; each row says why.",
      close: "Close",
    },
    done: { deleted: "The memory is deleted." },
    ask: {
      as: "As which assistant",
      ask: "Ask",
      answer: "What an assistant would get",
      nothingTitle: "Nothing would be recalled",
      meaning: "Meaning",
      leftOut: "Left out, and why",
      never: "Never searched",
      neverSensitive: "Because they are sensitive: %{count}",
    },
    reason: { overTopK: "Others fit better." },
    keys: {
      name: "Name of the key",
      create: "Create key",
      secret: "Your new key",
      emptyTitle: "You have no keys",
      used: "Last used",
      revoked: "Revoked",
      revoke: "Revoke",
      revokeTitle: "Revoke key?",
      revokeText: "Programs that use the key “%{name}” stop working at once. This cannot be undone.",
      revokeConfirm: "Revoke key",
      keep: "Keep key",
      nowRevoked: "The key is revoked.",
    },
    sessions: {
      title: "Sessions",
      this: "This browser",
      seen: "Last active",
      end: "End session",
      endOthers: "End all other sessions",
      ended: "The session is ended.",
    },
    data: {
      title: "My data",
      export: "Export",
      json: "JSON, for programs",
      markdown: "Markdown, for reading",
      password: "Your password",
      download: "Download",
      delete: "Delete everything",
      confirmation: "Confirmation",
      deleteConfirm: "Delete everything for good",
      allGone: "Every memory about you is deleted.",
    },
    export: { title: "Everything Gieok holds about you" },
    problem: {
      heading: "That did not work",
      retry: "Try again",
      consentRequired: "Memory is off. Switch it on first.",
      notFound: "There is no such thing here.",
      busy: "The service is busy. Please try again shortly.",
      staleVersion: "It has changed meanwhile. Load it again and decide anew.",
      wrongPassword: "The password is wrong.",
      indexUnavailable: "The search index does not answer, so nothing was changed. What you entered is still here; try again shortly.",
      fieldConfirmation: "Type “delete everything” to confirm.",
      needsReveal: "It is sensitive: reveal it before you approve it.",
      claimed: "Somebody else has it open.",
      wrongLink: "This link does not work: it was used, replaced, or is too old. Ask your administrator for a new one.",
    },
    notFound: { title: "This page does not exist" },
  },
  {
    ...korean,
    ...services.korean,
    locale: "ko-KR",
    lang: "ko",
    openMyPage: "로그인하고 마이 페이지 열기",
    email: "이메일 주소",
    password: "비밀번호",
    signIn: "로그인",
    signOut: "로그아웃",
    myPage: "마이 페이지",
    off: "꺼짐",
    turnOn: "기억 켜기",
    turnOff: "기억 끄기",
    keepOn: "켜 둔 채로 두기",
    turnOffQuestion: "기억을 끌까요?",
    nothingWhileOff: "기억된 내용이 없습니다",
    nothingWhileOn: "아직 기억된 내용이 없습니다",
    notInUse: "기억이 꺼져 있어 이 목록은 사용되지 않습니다.",
    hidden: "가려짐",
    findable: "검색 가능",
    wrongCredentials: "이메일 주소 또는 비밀번호가 올바르지 않습니다.",
    typedConfirmation: "모두 삭제",
    me: { rooms: "내 페이지" },
    consent: {
      isOn: "켜짐",
      isOff: "꺼짐",
      nowOn: "기억을 켰습니다.",
      nowOff: "기억을 껐습니다.",
      history: "동의 이력",
      fromPage: "이 페이지에서",
      fromRest: "프로그램으로",
    },
    memories: {
      title: "기억된 내용",
      kind: "종류",
      masked: "가려짐",
      next: "다음 페이지",
      first: "첫 페이지로",
      pageShown: "다음 페이지를 표시했습니다.",
      errorTitle: "기억을 불러오지 못했습니다",
      recorded: "기록 시각",
      open: "열기",
      allReady: "이 페이지의 모든 기억이 검색 색인에 반영되었습니다.",
      filtered: "목록을 갱신했습니다.",
      emptyFilterTitle: "조건에 맞는 기억이 없습니다",
      candidate: "검토 대기",
      rejected: "거절됨",
    },
    kind: { preference: "선호", rule: "규칙", fact: "사실" },
    index: { pending: "준비 중", indexed: "검색 가능", indexedWhy: "질문에 필요할 때 어시스턴트가 찾아 씁니다.", excluded: "검색 제외" },
    tabs: { label: "사용처별 기억", all: "전체", personal: "개인", service: "서비스" },
    filters: { apply: "검색", remove: "필터 해제: %{filter}", clear: "필터 모두 해제" },
    standing: { history: "지난 기억" },
    sensitivity: { pii: "개인정보" },
    source: { user: "본인" },
    field: {
      statement: "내용",
      keywords: "키워드",
      sensitivity: "민감도",
      confidence: "신뢰도",
      validFrom: "유효 시작",
      validTo: "유효 종료",
      query: "질문",
    },
    fault: {
      line: "%{field}: %{problem}",
      empty: "비워 둘 수 없습니다.",
      tooLong: "너무 깁니다.",
      controlCharacter: "저장할 수 없는 문자가 들어 있습니다.",
      outOfRange: "0에서 1 사이여야 합니다.",
      order: "시작보다 뒤여야 합니다.",
      unknown: "기억에 없는 항목입니다.",
      immutable: "바꿀 수 없습니다.",
      duplicate: "두 번 적혀 있습니다.",
      syntax: "읽을 수 없습니다.",
    },
    copy: { done: "복사했습니다.", json: "JSON 복사", key: "키 복사" },
    detail: {
      title: "기억 상세",
      close: "닫기",
      closed: "열면 내용이 표시됩니다. 연 기록은 감사 로그에 남습니다.",
      correct: "수정",
      delete: "삭제",
      raw: "원본 JSON",
    },
    history: {
      title: "변경 이력",
      version: "버전 %{number}",
      added: "추가:",
      removed: "삭제:",
      byYou: "본인",
      byService: "채팅 서비스",
    },
    correct: {
      title: "기억 수정",
      modeForm: "양식",
      modeJson: "JSON",
      jsonLabel: "JSON으로 된 기억",
      jsonFine: "JSON이 올바릅니다.",
      jsonFirst: "이 JSON은 아직 양식에 표시할 수 없습니다. 아래에 나온 문제를 먼저 고쳐 주세요.",
      cancel: "취소",
      save: "저장",
      saved: "기억을 수정했습니다.",
      removed: "검색 색인에 이 기억이 더 이상 없어 수정할 수 없었습니다. 기억을 삭제했습니다.",
      unsaved: "저장하지 않은 변경 사항이 있습니다. 버릴까요?",
      stay: "계속 편집",
      discard: "변경 사항 버리기",
    },
    conflict: { title: "그 사이에 기억이 바뀌었습니다", keepMine: "내 내용으로 저장", takeTheirs: "저장된 내용 유지" },
    select: {
      label: "선택",
      page: "이 페이지 모두 선택",
      count: "%{count}개 선택됨",
      matching: "조건에 맞는 %{count}개 모두 선택",
      matchingUncounted: "조건에 맞는 기억 모두 선택",
      delete: "선택한 기억 삭제",
    },
    delete: {
      title: "기억을 삭제할까요?",
      questionOne: "기억 1개를 삭제합니다.",
      question: "기억 %{count}개를 삭제합니다.",
      forever: "되돌릴 수 없습니다. 목록, 검색 색인, 변경 이력에서 모두 사라집니다.",
      cancel: "취소",
      confirm: "영구 삭제",
      confirmOne: "이 기억 삭제",
      understood: "되돌릴 수 없음을 이해했습니다.",
      done: "삭제됨: %{count}개",
      failed: "삭제하지 못함: %{count}개. 선택된 채로 남아 있으며 각 줄에 이유가 표시됩니다.",
      close: "닫기",
    },
    done: { deleted: "기억을 삭제했습니다." },
    ask: {
      as: "어느 어시스턴트로",
      ask: "묻기",
      answer: "어시스턴트가 받는 기억",
      nothingTitle: "떠올릴 기억이 없습니다",
      meaning: "의미",
      leftOut: "제외된 기억과 이유",
      never: "검색되지 않는 기억",
      neverSensitive: "민감해서 제외: %{count}개",
    },
    reason: { overTopK: "더 잘 맞는 기억이 있습니다." },
    keys: {
      name: "키 이름",
      create: "키 만들기",
      secret: "새로 만든 키",
      emptyTitle: "키가 없습니다",
      used: "마지막 사용",
      revoked: "폐기됨",
      revoke: "폐기",
      revokeTitle: "키를 폐기할까요?",
      revokeText: "‘%{name}’ 키를 쓰는 프로그램은 곧바로 동작하지 않습니다. 되돌릴 수 없습니다.",
      revokeConfirm: "키 폐기",
      keep: "키 유지",
      nowRevoked: "키를 폐기했습니다.",
    },
    sessions: {
      title: "로그인 기기",
      this: "이 브라우저",
      seen: "마지막 활동",
      end: "로그아웃시키기",
      endOthers: "다른 기기 모두 로그아웃",
      ended: "로그아웃시켰습니다.",
    },
    data: {
      title: "내 데이터",
      export: "내보내기",
      json: "JSON, 프로그램용",
      markdown: "Markdown, 읽기용",
      password: "비밀번호 확인",
      download: "내려받기",
      delete: "모두 삭제",
      confirmation: "확인 문구",
      deleteConfirm: "모두 영구 삭제",
      allGone: "나에 대한 모든 기억을 삭제했습니다.",
    },
    export: { title: "기억이 나에 대해 보관하는 모든 것" },
    problem: {
      heading: "처리하지 못했습니다",
      retry: "다시 시도",
      consentRequired: "기억이 꺼져 있습니다. 먼저 켜 주세요.",
      notFound: "찾는 것이 없습니다.",
      busy: "서비스가 바쁩니다. 잠시 후 다시 시도하세요.",
      staleVersion: "그 사이에 바뀌었습니다. 다시 불러온 뒤 결정하세요.",
      wrongPassword: "비밀번호가 올바르지 않습니다.",
      indexUnavailable: "검색 색인이 응답하지 않아 아무것도 바꾸지 않았습니다. 입력한 내용은 그대로 있으니 잠시 후 다시 시도하세요.",
      fieldConfirmation: "확인하려면 ‘모두 삭제’라고 입력하세요.",
      needsReveal: "민감한 내용입니다. 먼저 내용을 확인한 뒤 승인하세요.",
      claimed: "다른 검토자가 열어 두고 있습니다.",
      wrongLink: "사용할 수 없는 링크입니다. 이미 사용했거나, 새 링크로 바뀌었거나, 기한이 지났습니다. 관리자에게 새 링크를 요청하세요.",
    },
    notFound: { title: "없는 페이지입니다" },
  },
];

/** The words of a browser's language. */
export function wordsIn(locale: string | undefined): Words {
  const words = languages.find((language) => language.locale === locale);
  if (words === undefined) throw new Error(`there are no words for ${locale}`);
  return words;
}

/** A text with its places filled: `fill("%{count} selected", { count: 2 })`. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/%\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}
