/**
 * Why a new username could be mistaken for another one, or is invisible, in one sentence; undefined if it is fine.
 * Usernames from before this rule stay.
 */
export function findUsernameProblem(username: string): string | undefined {
  // 'ａｄｍｉｎ' and '𝐚𝐝𝐦𝐢𝐧' look like 'admin'; Hangul fillers are invisible letters.
  const isPlain =
    username === username.normalize('NFKC') && !/\p{Default_Ignorable_Code_Point}/u.test(username)
  if (!isPlain || !/[\p{L}\p{N}]/u.test(username))
    return 'Username can contain letters, numbers, dots, dashes and underscores'
  if (mixesAlphabets(username)) return 'Username can have letters of one alphabet only'
  if (looksLatin.test(username) && !/^[\d._-]*$/.test(username))
    return 'Username looks like one in Latin letters'
  return undefined
}

const latin = /\p{Script=Latin}/u
const cyrillic = /\p{Script=Cyrillic}/u
const greek = /\p{Script=Greek}/u
/** Letters of alphabets; East Asian scripts are written together with Latin letters. */
const otherAlphabet =
  /(?![\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}])\p{L}/u

const mixesAlphabets = (text: string) =>
  (latin.test(text) && otherAlphabet.test(text)) || (cyrillic.test(text) && greek.test(text))

/** Only Cyrillic, or only Greek, letters that look exactly like Latin ones. */
const looksLatin = /^(?:[аеорсухіјѕԁһӏԛԝАВЕНІЈКМОРСТУХЅԀԚԜ\d._-]+|[οναΑΒΕΖΗΙΚΜΝΟΡΤΥΧ\d._-]+)$/u
