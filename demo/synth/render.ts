import type { SongParameters } from './composition/score.ts'
import { mixdown } from './mixdown.ts'
import { randomFrom } from './random.ts'
import type { Song } from './song.ts'
import type { Stereo } from './sound.ts'
import { choral } from './styles/choral.ts'
import { drift } from './styles/drift.ts'
import { drumAndBass } from './styles/drum-and-bass.ts'
import { dub } from './styles/dub.ts'
import { electronica } from './styles/electronica.ts'
import { folk, waltz } from './styles/folk.ts'
import { hipHop } from './styles/hip-hop.ts'
import { hive } from './styles/hive.ts'
import { house } from './styles/house.ts'
import { indie } from './styles/indie.ts'
import { jazz } from './styles/jazz.ts'
import { lofi } from './styles/lofi.ts'
import { nocturne } from './styles/nocturne.ts'
import { phasing } from './styles/phasing.ts'
import { quartet } from './styles/quartet.ts'
import { soul } from './styles/soul.ts'
import { synthPop } from './styles/synth-pop.ts'
import { techno } from './styles/techno.ts'
import { workshop } from './styles/workshop.ts'

export const styles = {
  choral,
  drift,
  'drum-and-bass': drumAndBass,
  dub,
  electronica,
  folk,
  'hip-hop': hipHop,
  hive,
  house,
  indie,
  jazz,
  lofi,
  nocturne,
  phasing,
  quartet,
  soul,
  'synth-pop': synthPop,
  techno,
  waltz,
  workshop,
} as const satisfies Record<string, (parameters: SongParameters) => Song>

export type StyleName = keyof typeof styles

/** Renders a song to samples. Deterministic for the same parameters. */
export function renderMusic(style: StyleName, parameters: SongParameters): Stereo {
  return mixdown(styles[style](parameters), randomFrom(`${parameters.seed} mix`))
}
