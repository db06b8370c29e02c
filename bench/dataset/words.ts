/**
 * Raw material for titles and names. Words are ordered by frequency: common
 * words first, then thousands of made-up ones.
 */
const split = (text: string) => text.trim().split(/\s+/)

const everyday = split(`
  love night time river heart light home summer rain fire blue moon sun dream road sea city ghost winter golden
  slow harbour window quiet bright kettle hollow engine silver ferry broken lantern distant orchard gentle mountain
  restless valley midnight signal velvet station paper platform copper carriage electric letter salted postcard
  autumn envelope spring machine northern garden southern meadow lonely forest patient desert hidden island open
  ocean burning shoreline frozen lighthouse tender bridge heavy tunnel endless corridor sudden staircase borrowed
  attic crooked cellar wooden kitchen glass balcony iron rooftop lunar street solar avenue tidal market rusted square
  faded fountain red cathedral green chapel amber violin violet cello crimson piano pale organ dark trumpet soft drum
  loud cymbal wild guitar tame banjo early accordion late harmonica last synthesizer first tape second reel third
  needle careful record reckless speaker honest amplifier foreign cable local circuit secret battery public transistor
  private radio humble antenna proud satellite ancient comet modern meteor plastic planet marble orbit concrete
  gravity liquid shadow solid echo static whisper dusty murmur rainy lullaby snowy nocturne windy sonata foggy prelude
  sunlit etude starlit waltz moonlit polka lamplit mazurka neon hymn analog anthem digital ballad magnetic serenade
  acoustic overture minor finale major chorus verse refrain cadence tempo rhythm pulse heartbeat breath sigh thunder
  lightning rainfall snowfall frost dew mist fog smoke ember ashes flame candle matchstick bonfire honey salt pepper
  cinnamon coffee whisky bread butter apple plum cherry lemon tangerine pomegranate sparrow heron kingfisher owl
  raven swallow fox hare badger otter salmon whale moth beetle dragonfly bicycle railway tramline motorway compass
  anchor sail rudder propeller telescope microscope camera mirror shoelace raincoat umbrella pocket button thread
  needlework quilt blanket pillow hammock armchair
`)

export const givenNames = split(`
  Ada Amara Anouk Astrid Bela Beatriz Björn Camille Chidi Clara Dario Edda Elio Émile Esra Farid Freya Gaia Goran
  Hana Hugo Imani Ines Ivo Jana Jonas Juno Kaia Kenji Kwame Lale Leila Léon Linus Lotte Mara Maren Mateo Mei Milo
  Nadia Nara Niko Noor Ottoline Pavel Petra Quentin Rafael Rosa Ruben Saoirse Selma Søren Suki Tomás Uma Valeria
  Vera Viktor Wanda Xavier Yara Yusuf Zadie Zofia
`)

export const familyNames = split(`
  Abara Almeida Andersson Barros Becker Bianchi Brandt Calder Castellanos Choi Dahl Dubois Eriksen Fadel Ferrari
  Fischer Gallo García Haddad Hansen Horvath Ibrahim Ishimoto Jansen Jovanović Kaya Keller Kowalski Laurent Lindqvist
  Lund Mäkinen Marchetti Mbeki Moreau Müller Nakamura Novák Nowak Okafor Olsen Osei Papadopoulos Pereira Petrov Quist
  Ramos Richter Rossi Santos Schäfer Silva Sokolova Suzuki Takahashi Torres Ueda Vale Varga Voss Weber Wójcik Yamamoto
  Zhang Zimmermann
`)

const onsets = split('b br c ch d dr f fl g gl h k l m n p pr qu r s sh sl st t th tr v w')
const vowels = split('a e i o u ai ea oo ou y')
const endings = split('l n r s t m nd ck ng sk ster ler rin mar dow ton low ver')

/** The common words, then made-up ones of one and two syllables until there are `count`. */
export function vocabulary(count: number): string[] {
  const words = new Set(everyday)
  const pick = (list: string[], index: number) => list[Math.floor(index) % list.length] ?? ''
  for (let index = 0; words.size < count; index++) {
    // Steps of a prime visit all combinations in a seemingly random order.
    const seed = index * 7919
    const first = pick(onsets, seed) + pick(vowels, seed / onsets.length)
    const second = index % 2 === 0 ? '' : pick(onsets, seed / 13) + pick(vowels, seed / 7)
    words.add(first + second + pick(endings, seed / 31))
  }
  return [...words]
}
