import type { PlaylistDetail } from './playlists.ts'
import type { SectionPage } from './section-texts.ts'
import type { Track, TrackDetail } from './tracks.ts'
import type { Profile } from './users.ts'

/** Links to the operator's terms, privacy policy and contact: TERMS_URL, PRIVACY_URL and CONTACT_URL. */
export type LegalLinks = {
  terms?: string | undefined
  privacy?: string | undefined
  contact?: string | undefined
}

/** What only some sites have. */
export type Feature = 'comments' | 'reposts'

/** Credits are missing while only a list has been loaded. */
export type TrackOfPage = Track & Partial<Pick<TrackDetail, 'credits'>>

/** What a page shows: its loader returns it, and the server writes the head of the page from it. */
export type PageContent =
  | { kind: 'landing' }
  | { kind: 'discover' }
  | { kind: 'section'; section: SectionPage }
  | { kind: 'genre'; genre: string }
  | { kind: 'track'; track: TrackOfPage }
  | { kind: 'playlist'; playlist: PlaylistDetail }
  | { kind: 'profile'; profile: Profile }
  /** Not for search engines, as results and what only its user sees. */
  | { kind: 'other'; title: string }
  | { kind: 'not-found'; title?: string }
  | { kind: 'failed' }

export type RenderRequest = {
  brandName: string
  legal: LegalLinks
  features: readonly Feature[]
  path: string
  /** The query string, without its question mark. */
  search: string
  isSignedIn: boolean
  /** Calls the API as the visitor who requested the page. */
  fetch: (url: string) => Promise<Response>
  /** Renders an error instead of the page: its HTTP status. */
  failed?: number
}

type RenderedPage = {
  content: PageContent
  html: string
  /** What the browser hydrates the page with, as JSON. */
  data: unknown
  /** The source file of the page, whose chunks the browser needs. */
  source: string
  /** The pattern of its path: `/track/:slug`. */
  route: string
}

/** Loads and renders a page; rejects if loading fails. */
export type RenderPage = (request: RenderRequest) => Promise<RenderedPage>
