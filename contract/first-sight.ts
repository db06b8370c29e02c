import type { Discovery } from './discover.ts'
import type { Track } from './tracks.ts'

/** What a page shows, as the server knows it before the browser asks. */
export type ShownFirst = { track?: Track; discovery?: Discovery }

/** Draws a page for a visitor whose browser has not got its code yet. */
export type FirstSight = (page: { brandName: string; path: string } & ShownFirst) => Promise<string>
