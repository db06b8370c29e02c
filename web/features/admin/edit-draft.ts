/**
 * What was typed into an edit form when the administrator had to sign in again, with the row
 * itself: the list may show it only after a search.
 */
export type EditDraft<Row, Typed> = { row: Row; typed: Typed }

/** The names under which it is kept. */
export const trackDraft = 'administration of a track'
export const userDraft = 'administration of a user'
