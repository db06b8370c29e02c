import { randomFrom } from '../synth/random.ts'

const split = (text: string) => text.trim().split(/\s+/)

const givenNames = split(`
  Ada Amara Anouk Astrid Beatriz Bela Camille Chidi Clara Dario Edda Esra Farid Freya Gaia Goran Hana Hugo
  Imani Ivo Jana Jonas Kaia Kenji Lale Leila Linus Lotte Mara Mateo Mei Milo Nadia Niko Noor Pavel Petra
  Quentin Rafael Rosa Ruben Saoirse Selma Suki Tomas Uma Valeria Vera Viktor Wanda Xavier Yara Yusuf Zofia
`)
const familyNames = split(`
  Abara Almeida Andersson Barros Becker Bianchi Brandt Castellanos Choi Dahl Dubois Eriksen Fadel Ferrari
  Gallo Haddad Hansen Horvath Ibrahim Jansen Kaya Keller Kowalski Laurent Lindqvist Marchetti Mbeki Moreau
  Nakamura Novak Okafor Olsen Pereira Petrov Quist Ramos Richter Rossi Santos Silva Sokolova Suzuki Torres
  Ueda Varga Weber Yamamoto Zhang
`)

export type Listener = {
  username: string
  displayName: string
  firstName: string
  lastName: string
  joinedDaysAgo: number
}

/** People who only listen; nobody is there twice. */
export function inventListeners(count: number): Listener[] {
  const random = randomFrom('listeners')
  const pairs = givenNames.flatMap((first) => familyNames.map((last) => ({ first, last })))
  return random
    .shuffle(pairs)
    .slice(0, count)
    .map(({ first, last }) => ({
      username: usernameOf(random.whole(0, 3), first.toLowerCase(), last.toLowerCase()),
      displayName: `${first} ${last}`,
      firstName: first,
      lastName: last,
      joinedDaysAgo: random.between(0.2, 45),
    }))
}

function usernameOf(habit: number, first: string, last: string): string {
  if (habit === 0) return `${first}.${last}`
  if (habit === 1) return `${first}_${last}`
  if (habit === 2) return `${first}${last}`
  return `${last}.${first}`
}
