import type { Group } from "./words.js";

/** What services and settings say, as far as the tests look for it. Groups and names are those of `app/locales`. */
export interface ServicesWords {
  services: Group<"create" | "createConfirm" | "name" | "revision" | "back">;
  service: Group<"made" | "noneDeployed" | "undeployed" | "saved" | "deployed">;
  revision: Group<
    | "edit"
    | "note"
    | "save"
    | "saved"
    | "clash"
    | "list"
    | "first"
    | "compareLabel"
    | "compared"
    | "close"
    | "deploy"
    | "deployOne"
    | "rollBack"
    | "ask"
    | "cancel"
  >;
  serviceKey: Group<"title" | "empty">;
  setting: Group<
    | "memory"
    | "nightly"
    | "approval"
    | "personal"
    | "service"
    | "topK"
    | "threshold"
    | "template"
    | "tokenBudget"
    | "embeddingModel"
    | "turnDays"
    | "recallLogDays"
    | "callsPerMinute"
    | "configured"
    | "limits"
    | "noScope"
    | "noPlace"
  >;
  approval: Group<"doubtful">;
  system: Group<"edit" | "save" | "saved" | "clash" | "everywhere" | "processes" | "modelWarning">;
  upkeep: Group<"title" | "repair" | "last">;
}

export const english: ServicesWords = {
  services: {
    create: "Create a service",
    createConfirm: "Create service",
    name: "Name",
    revision: "Revision %{number}",
    back: "All chat services",
  },
  service: {
    made: "The service is created. Deploy revision 1 to give it effect, and make a key for it below.",
    noneDeployed: "No revision is deployed, so this service has no memory: nothing is recalled, saved or extracted.",
    undeployed:
      "Revision %{latest} is not deployed. Revision %{deployed} has effect; deploying the latest would change this:",
    saved: "The revision is saved. It has no effect until it is deployed.",
    deployed: "The revision is deployed.",
  },
  revision: {
    edit: "Settings",
    note: "Note",
    save: "Save as revision %{number}",
    saved: "Revision %{number} is saved. It has no effect until it is deployed.",
    clash: "Somebody else has saved revision %{number} meanwhile",
    list: "Revisions",
    first: "The first revision.",
    compareLabel: "Compare revision %{number} with the deployed one",
    compared: "Revision %{number} beside revision %{against}, which is deployed",
    close: "End comparison",
    deploy: "Deploy",
    deployOne: "Deploy revision %{number}",
    rollBack: "Roll back to revision %{number}",
    ask: "Give revision %{number} effect?",
    cancel: "Change nothing",
  },
  serviceKey: { title: "Keys", empty: "No key yet." },
  setting: {
    memory: "Memory",
    nightly: "Nightly extraction",
    approval: "Approval",
    personal: "Search personal memories",
    service: "Search this service's memories",
    topK: "Memories at most",
    threshold: "Lowest score",
    template: "Template",
    tokenBudget: "Token budget",
    embeddingModel: "Embedding model",
    turnDays: "Days that the text of a turn is kept",
    recallLogDays: "Days that the recall log is kept",
    callsPerMinute: "Calls a minute",
    configured: "As configured on the server",
    limits: "must be a number from %{least} to %{most}.",
    noScope: "choose at least one of the two searches.",
    noPlace: "must contain {memories} or {memories_json}, or no memory would reach the model.",
  },
  approval: { doubtful: "Only what is sensitive or not sure" },
  system: {
    edit: "System settings",
    save: "Save settings",
    saved: "The settings are saved.",
    clash: "Somebody else has changed the settings meanwhile",
    everywhere: "In effect everywhere since",
    processes: "Where they are in effect",
    modelWarning:
      "You have chosen another embedding model. When you save, all vectors become stale and the index is repaired: words keep serving meanwhile. The overview shows how far it is.",
  },
  upkeep: { title: "Upkeep of the index", repair: "Repair the index", last: "Last repair: %{done} of %{total}, ended" },
};

export const korean: ServicesWords = {
  services: { create: "서비스 만들기", createConfirm: "서비스 만들기", name: "이름", revision: "리비전 %{number}", back: "채팅 서비스 목록" },
  service: {
    made: "서비스를 만들었습니다. 리비전 1을 배포해야 효력이 생기며, 키는 아래에서 만드세요.",
    noneDeployed: "배포된 리비전이 없어 이 서비스는 기억을 쓰지 않습니다. 불러오거나 저장하거나 추출하는 것이 없습니다.",
    undeployed: "리비전 %{latest}은(는) 배포되지 않았습니다. 지금은 리비전 %{deployed}에 효력이 있으며, 최신 리비전을 배포하면 다음이 바뀝니다.",
    saved: "리비전을 저장했습니다. 배포하기 전에는 효력이 없습니다.",
    deployed: "리비전을 배포했습니다.",
  },
  revision: {
    edit: "설정",
    note: "메모",
    save: "리비전 %{number}(으)로 저장",
    saved: "리비전 %{number}을(를) 저장했습니다. 배포하기 전에는 효력이 없습니다.",
    clash: "그 사이에 다른 사람이 리비전 %{number}을(를) 저장했습니다",
    list: "리비전",
    first: "첫 리비전입니다.",
    compareLabel: "리비전 %{number}을(를) 배포된 리비전과 비교",
    compared: "리비전 %{number}과(와) 배포된 리비전 %{against} 비교",
    close: "비교 끝내기",
    deploy: "배포",
    deployOne: "리비전 %{number} 배포",
    rollBack: "리비전 %{number}(으)로 되돌리기",
    ask: "리비전 %{number}을(를) 배포할까요?",
    cancel: "변경하지 않기",
  },
  serviceKey: { title: "키", empty: "아직 키가 없습니다." },
  setting: {
    memory: "기억 사용",
    nightly: "야간 추출",
    approval: "승인",
    personal: "개인 기억 검색",
    service: "이 서비스의 기억 검색",
    topK: "최대 기억 수",
    threshold: "최저 점수",
    template: "템플릿",
    tokenBudget: "토큰 한도",
    embeddingModel: "임베딩 모델",
    turnDays: "대화 원문 보관 일수",
    recallLogDays: "불러오기 기록 보관 일수",
    callsPerMinute: "분당 호출 수",
    configured: "서버에 설정된 모델",
    limits: "%{least}에서 %{most} 사이의 숫자여야 합니다.",
    noScope: "두 가지 검색 중 하나는 선택해야 합니다.",
    noPlace: "{memories}나 {memories_json}이 들어 있어야 합니다. 없으면 모델에 기억이 전달되지 않습니다.",
  },
  approval: { doubtful: "민감하거나 확실하지 않은 후보만" },
  system: {
    edit: "시스템 설정",
    save: "설정 저장",
    saved: "설정을 저장했습니다.",
    clash: "그 사이에 다른 사람이 설정을 바꾸었습니다",
    everywhere: "모든 프로세스에 적용된 시각:",
    processes: "적용 상태",
    modelWarning: "다른 임베딩 모델을 선택했습니다. 저장하면 모든 벡터가 낡은 것이 되어 색인을 복구합니다. 그동안에도 단어 검색은 계속되며, 진행 상황은 현황 페이지에 나타납니다.",
  },
  upkeep: { title: "색인 관리", repair: "색인 복구", last: "마지막 복구: %{total}건 중 %{done}건, 종료" },
};
