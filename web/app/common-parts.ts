/**
 * What most pages show. Imported here, it is in the file that every page loads: as files of its own, one for each set of
 * pages, it would be larger.
 */
import '#contract/genres.ts'
import '#web/components/repost-action.tsx'
import '#web/components/track-card.tsx'
import '#web/ui/avatar.tsx'
import '#web/ui/skeleton.tsx'
import '#web/features/share/share-button.tsx'
import '#web/ui/artwork-glow.tsx'
import '#web/features/player/controls/row-cover.tsx'
import '#web/api/playlists.ts'
