import type { Group } from "./words.js";

/** What the console says, as far as the tests look for it. Groups and names are those of `app/locales`. */
export interface ConsoleWords {
  action: Group<"propose" | "reveal">;
  app: Group<"console">;
  audit: Group<"export" | "apply" | "notDone">;
  auth: Group<"welcomeConfirm">;
  candidate: Group<"hidden" | "consentOff" | "openBy" | "takesPlaceOf" | "endsAt">;
  chart: Group<"numbers">;
  console: Group<"rooms" | "overview" | "review" | "users" | "audit" | "services" | "settings" | "forbiddenTitle">;
  decide: Group<
    | "approve"
    | "approveEdited"
    | "edit"
    | "editTitle"
    | "reject"
    | "rejectTitle"
    | "reasonRequired"
    | "noteRequired"
    | "note"
  >;
  decided: Group<"approve" | "reject">;
  demo: Group<"role">;
  live: Group<"arrived" | "show" | "decided">;
  many: Group<
    | "approve"
    | "reject"
    | "approveTitle"
    | "rejectTitle"
    | "approveQuestion"
    | "rejectQuestion"
    | "leavesSensitive"
    | "confirm"
    | "soFar"
    | "done"
    | "failed"
    | "report"
    | "rowDone"
  >;
  overview: Group<"waiting" | "daysLeft" | "byDay" | "byKind" | "index">;
  queue: Group<"title" | "daysLeft" | "lastDay" | "emptyTitle">;
  recent: Group<"title" | "approved" | "rejected" | "many" | "undo" | "undone">;
  rejection: Group<"notSaid" | "wrong" | "notUseful" | "passing" | "other">;
  reveal: Group<"open" | "title" | "personAsked" | "investigate">;
  review: Group<"reject" | "expire">;
  role: Group<"reviewer" | "admin">;
  shortcut: Group<"title" | "switch" | "armed">;
  users: Group<
    | "list"
    | "invited"
    | "disabled"
    | "you"
    | "oneSession"
    | "changeRole"
    | "reset"
    | "disable"
    | "confirmTitle"
    | "askRole"
    | "cancel"
    | "close"
    | "inviteConfirm"
    | "link"
  >;
}

export const english: ConsoleWords = {
  action: { propose: "Candidate proposed", reveal: "Candidate revealed" },
  app: { console: "Console" },
  audit: { export: "Export as JSON lines", apply: "Show", notDone: "Not done" },
  auth: { welcomeConfirm: "Save and sign in" },
  candidate: {
    hidden: "Hidden",
    consentOff: "This person's memory is off: the candidate can only be rejected.",
    openBy: "Open: %{name}",
    takesPlaceOf: "Takes the place of",
    endsAt: "Ends",
  },
  chart: { numbers: "The numbers as a table" },
  console: {
    rooms: "Console",
    overview: "Overview",
    review: "Review",
    users: "Users",
    audit: "Audit",
    services: "Services",
    settings: "Settings",
    forbiddenTitle: "Not for your role",
  },
  decide: {
    approve: "Approve",
    approveEdited: "Approve with this edit",
    edit: "Edit …",
    editTitle: "Approve with an edit",
    reject: "Reject",
    rejectTitle: "Reject candidate",
    reasonRequired: "Choose a reason.",
    noteRequired: "Write the reason.",
    note: "Note, which the person can read",
  },
  decided: { approve: "Approved by %{who}", reject: "Rejected by %{who}" },
  demo: { role: "Role" },
  live: { arrived: "New candidates: %{count}", show: "Show", decided: "A candidate on this page has been decided." },
  many: {
    approve: "Approve selected",
    reject: "Reject selected",
    approveTitle: "Approve candidates",
    rejectTitle: "Reject candidates",
    approveQuestion: "Candidates to approve, each as proposed: %{count}.",
    rejectQuestion: "Candidates to reject: %{count}.",
    leavesSensitive: "Sensitive ones among them: %{count}. They are left alone; reveal and approve each by itself.",
    confirm: "Yes, I mean all %{count}.",
    soFar: "Through so far: %{count}",
    done: "Decided: %{count}",
    failed: "Not decided: %{count}. They stay selected.",
    report: "Report, row by row",
    rowDone: "Done",
  },
  overview: {
    waiting: "Candidates waiting",
    daysLeft: "Candidates by days left",
    byDay: "Decisions a day",
    byKind: "Approval rate by kind",
    index: "Search index",
  },
  queue: {
    title: "Waiting for review",
    daysLeft: "%{count} days left",
    lastDay: "Last day:",
    emptyTitle: "Nothing waits for review",
  },
  recent: {
    title: "Your last decisions",
    approved: "Approved.",
    rejected: "Rejected.",
    many: "%{count} candidates",
    undo: "Undo",
    undone: "The decision is taken back.",
  },
  rejection: {
    notSaid: "Not said by the person",
    wrong: "Not true, or not any more",
    notUseful: "Of no use later",
    passing: "Holds for the moment only",
    other: "Another reason",
  },
  reveal: {
    open: "Reveal",
    title: "Reveal what is hidden?",
    personAsked: "The person asked about it",
    investigate: "To look into a mistake or misuse",
  },
  review: { reject: "A reviewer rejected it", expire: "Nobody decided in time, so it was rejected" },
  role: { reviewer: "Reviewer", admin: "Administrator" },
  shortcut: { title: "Keys", switch: "Use keys that are a single character", armed: "Press A again to approve." },
  users: {
    list: "Accounts",
    invited: "No password yet",
    disabled: "Disabled",
    you: "You",
    oneSession: "1 browser",
    changeRole: "Change role",
    reset: "Reset password",
    disable: "Disable account",
    confirmTitle: "Change this account?",
    askRole: "%{name} is “%{was}” now and will be “%{role}”.",
    cancel: "Change nothing",
    close: "Close",
    inviteConfirm: "Make account and link",
    link: "Link for choosing a password",
  },
};

export const korean: ConsoleWords = {
  action: { propose: "후보 제안", reveal: "가려진 후보 내용 열람" },
  app: { console: "콘솔" },
  audit: { export: "JSON Lines로 내보내기", apply: "조회", notDone: "완료되지 않음" },
  auth: { welcomeConfirm: "저장하고 로그인" },
  candidate: {
    hidden: "가려짐",
    consentOff: "이 사용자의 기억이 꺼져 있어 거절만 할 수 있습니다.",
    openBy: "%{name} 님이 열어 봄",
    takesPlaceOf: "대신할 기존 기억",
    endsAt: "종료 시각",
  },
  chart: { numbers: "수치를 표로 보기" },
  console: {
    rooms: "콘솔",
    overview: "현황",
    review: "검토",
    users: "사용자",
    audit: "감사",
    services: "서비스",
    settings: "설정",
    forbiddenTitle: "이 역할로는 볼 수 없습니다",
  },
  decide: {
    approve: "승인",
    approveEdited: "수정해서 승인",
    edit: "수정…",
    editTitle: "수정해서 승인",
    reject: "거절",
    rejectTitle: "후보 거절",
    reasonRequired: "이유를 선택하세요.",
    noteRequired: "이유를 적어 주세요.",
    note: "메모(당사자가 볼 수 있음)",
  },
  decided: { approve: "승인함: %{who}", reject: "거절함: %{who}" },
  demo: { role: "역할" },
  live: { arrived: "새 후보: %{count}건", show: "보기", decided: "이 페이지의 후보 하나가 결정되었습니다." },
  many: {
    approve: "선택 승인",
    reject: "선택 거절",
    approveTitle: "후보 여러 건 승인",
    rejectTitle: "후보 여러 건 거절",
    approveQuestion: "후보 %{count}건을 각각 제안대로 승인합니다.",
    rejectQuestion: "후보 %{count}건을 거절합니다.",
    leavesSensitive: "그중 민감한 후보 %{count}건은 그대로 둡니다. 하나씩 공개한 뒤 승인하세요.",
    confirm: "네, %{count}건 모두입니다.",
    soFar: "지금까지 처리: %{count}건",
    done: "결정함: %{count}건",
    failed: "결정하지 못함: %{count}건. 선택된 채로 남아 있습니다.",
    report: "후보별 결과",
    rowDone: "완료",
  },
  overview: { waiting: "대기 중인 후보", daysLeft: "남은 일수별 후보", byDay: "일별 결정", byKind: "종류별 승인율", index: "검색 색인" },
  queue: { title: "검토 대기", daysLeft: "%{count}일 남음", lastDay: "마지막 날:", emptyTitle: "검토를 기다리는 후보가 없습니다" },
  recent: {
    title: "최근 내 결정",
    approved: "승인했습니다.",
    rejected: "거절했습니다.",
    many: "후보 %{count}건",
    undo: "되돌리기",
    undone: "결정을 되돌렸습니다.",
  },
  rejection: {
    notSaid: "본인이 말하지 않음",
    wrong: "사실이 아니거나 더는 사실이 아님",
    notUseful: "나중에 쓸모가 없음",
    passing: "잠시만 해당됨",
    other: "다른 이유",
  },
  reveal: { open: "공개", title: "가려진 내용을 공개할까요?", personAsked: "당사자가 문의해서", investigate: "오류나 오용을 조사하기 위해" },
  review: { reject: "검토자가 거절함", expire: "기한 안에 결정되지 않아 거절됨" },
  role: { reviewer: "검토자", admin: "관리자" },
  shortcut: { title: "단축키", switch: "한 글자 단축키 사용", armed: "승인하려면 A를 한 번 더 누르세요." },
  users: {
    list: "계정",
    invited: "비밀번호 설정 전",
    disabled: "사용 중지됨",
    you: "나",
    oneSession: "기기 1대",
    changeRole: "역할 변경",
    reset: "비밀번호 재설정",
    disable: "계정 사용 중지",
    confirmTitle: "이 계정을 변경할까요?",
    askRole: "%{name} 계정의 역할을 ‘%{was}’에서 ‘%{role}’(으)로 바꿉니다.",
    cancel: "변경하지 않기",
    close: "닫기",
    inviteConfirm: "계정과 링크 만들기",
    link: "비밀번호를 정하는 링크",
  },
};
