/** Keys of the form drafts that survive signing in again; see draft-persistence.ts. */
export const draftKeys = {
  profile: 'profile',
  track: 'track',
  managedTrack: 'administration of a track',
  managedUser: 'administration of a user',
  playlist: ({ id }: { id: string }) => `playlist ${id}`,
  credits: ({ id }: { id: string }) => `credits of ${id}`,
  comment: (trackId: string) => `comment on ${trackId}`,
  reply: (commentId: string) => `reply to ${commentId}`,
  editedComment: (id: string) => `comment ${id}`,
  report: (id: string) => `report of ${id}`,
  newPlaylist: 'new playlist of its own',
  newPlaylistForTrack: 'new playlist',
}
