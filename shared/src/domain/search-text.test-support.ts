const meetingRoom = '회의실 노트북';

/** Texts, and what somebody types who looks for them: in the browser and in the database they are found. */
export const foundTexts: readonly (readonly [text: string, typed: string])[] = [
  [meetingRoom.normalize('NFD'), '회의실'],
  [meetingRoom, '회의실'.normalize('NFD')],
  ['Kim’s till', "kim's"],
  ["Kim's till", 'KIM‘S'],
  ['Kim`s till', "kim's"],
  ["Kim's till", 'kim`s'],
  ['Kim´s till', "kim's"],
  ["Kim's till", 'kim´s'],
  ['Kim`s 카페', 'kim´s'],
  ['Ｋｉｍ｀ｓ till', 'kim＇s'],
  ['ＰＣ１', 'pc1'],
  ['PC1', ' ｐｃ１ '],
  ['카페', ''],
];
