/** What page and calls say once a share link is revoked, expired or used up, and of one that never existed. */
export const deadLink = 'This link is no longer valid.'
