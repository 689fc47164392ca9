/** What the pages say, as far as the tests look for it. */
export interface Words {
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
}

export const languages: Words[] = [
  {
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
  },
  {
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
  },
];
