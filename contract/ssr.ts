import type { Discovery } from './discover.ts'
import type { Track } from './tracks.ts'

/** The data that a server-rendered page starts with. */
export type InitialData = { track?: Track; discovery?: Discovery }

/** Links to the operator's terms and privacy policy: TERMS_URL and PRIVACY_URL. */
export type LegalLinks = { terms?: string | undefined; privacy?: string | undefined }

/** Renders a page to HTML for an anonymous visitor. */
export type RenderPage = (
  page: { brandName: string; legal?: LegalLinks; path: string } & InitialData,
) => Promise<string>
