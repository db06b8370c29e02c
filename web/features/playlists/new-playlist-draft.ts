/** The name under which the form keeps what was typed when its owner had to sign in again. */
export const newPlaylistPageDraft = 'new playlist of its own'
