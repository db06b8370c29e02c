import { genres } from '#contract/genres.ts'
import { genreLabel } from '#web/lib/format.ts'

export function GenreOptions() {
  return (
    <>
      <option value="">Choose a genre</option>
      {genres.map((genre) => (
        <option key={genre} value={genre}>
          {genreLabel(genre)}
        </option>
      ))}
    </>
  )
}
