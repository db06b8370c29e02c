import type { Discovery } from './discover.ts'
import type { Track } from './tracks.ts'

/** The data that a server-rendered page starts with. */
export type InitialData = { track?: Track; discovery?: Discovery }

/** Renders a page to HTML for an anonymous visitor. */
export type RenderPage = (
  page: { brandName: string; path: string } & InitialData,
) => Promise<string>
