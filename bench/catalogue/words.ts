/** Raw material for titles and names that repeat as real ones do: a few words everywhere, most of them rare. */
const split = (text: string) => text.trim().split(/\s+/)

export const adjectives = split(`
  slow quiet bright hollow golden silver broken distant gentle restless midnight velvet paper copper electric
  salted winter summer autumn spring northern southern lonely patient hidden open burning frozen tender heavy
  light endless sudden borrowed crooked wooden glass iron lunar solar tidal rusted faded blue red green amber
  violet crimson pale dark soft loud wild tame early late last first second third careful reckless honest
  foreign local secret public private humble proud ancient modern plastic marble concrete liquid solid static
  dusty rainy snowy windy foggy sunlit starlit moonlit lamplit neon analog digital magnetic acoustic minor major
`)

export const nouns = split(`
  river harbour window kettle engine ferry lantern orchard mountain valley signal station platform carriage
  letter postcard envelope machine garden meadow forest desert island ocean shoreline lighthouse bridge tunnel
  corridor staircase attic cellar kitchen balcony rooftop street avenue market square fountain cathedral chapel
  violin cello piano organ trumpet drum cymbal guitar banjo accordion harmonica synthesizer tape reel needle
  record speaker amplifier cable circuit battery transistor radio antenna satellite comet meteor planet orbit
  gravity shadow echo whisper murmur lullaby nocturne sonata prelude etude waltz polka mazurka hymn anthem
  ballad serenade overture finale chorus verse refrain cadence tempo rhythm pulse heartbeat breath sigh
  thunder lightning rainfall snowfall frost dew mist fog smoke ember ashes flame candle matchstick bonfire
  honey salt pepper cinnamon coffee whisky bread butter apple plum cherry lemon tangerine pomegranate
  sparrow heron kingfisher owl raven swallow fox hare badger otter salmon whale moth beetle dragonfly
  bicycle railway tramline motorway compass anchor sail rudder propeller telescope microscope camera mirror
  shoelace raincoat umbrella pocket button thread needlework quilt blanket pillow hammock armchair
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
