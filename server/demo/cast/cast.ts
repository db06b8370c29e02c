import { brotherStatic } from './brother-static.ts'
import { elioMarchesi } from './elio-marchesi.ts'
import { halftoneKid } from './halftone-kid.ts'
import { inesCalder } from './ines-calder.ts'
import { junoVale } from './juno-vale.ts'
import { kwameOseiLund } from './kwame-osei-lund.ts'
import { lowTideChoir } from './low-tide-choir.ts'
import { lumenParade } from './lumen-parade.ts'
import { marenVoss } from './maren-voss.ts'
import { naraIshimoto } from './nara-ishimoto.ts'
import { ottoline } from './ottoline.ts'
import { demoPlaylists } from './playlists.ts'
import { tinOrchard } from './tin-orchard.ts'
import type { DemoArtist, DemoPlaylist } from './types.ts'
import { velvetRadiator } from './velvet-radiator.ts'

/** Everybody who makes something on the demo site, and what they made. */
export type Cast = {
  artists: readonly DemoArtist[]
  playlists: readonly DemoPlaylist[]
  listeners: number
}

export const wholeCast: Cast = {
  artists: [
    brotherStatic,
    lowTideChoir,
    naraIshimoto,
    velvetRadiator,
    marenVoss,
    kwameOseiLund,
    junoVale,
    halftoneKid,
    lumenParade,
    ottoline,
    elioMarchesi,
    tinOrchard,
    inesCalder,
  ],
  playlists: demoPlaylists,
  listeners: 240,
}
