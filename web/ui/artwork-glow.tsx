import { type CSSProperties, type ReactNode, useEffect, useState } from 'react'
import type { ArtColours } from './dominant-colours.ts'

type AmbienceProps = {
  /** The id from which the picture is drawn where nobody has uploaded one. */
  drawnFrom: string
  /** The address of the uploaded picture in its smallest width. */
  picture: string | null
  className?: string
  children: ReactNode
}

/** A page in the light of its artwork. */
export function Ambience({ drawnFrom, picture, className = '', children }: AmbienceProps) {
  return (
    <div className={`ambient ${className}`} style={useArtLight(drawnFrom, picture)}>
      {children}
    </div>
  )
}

const dark: ArtColours = ['transparent', 'transparent']

/** The artwork's colours, for the style of whatever stands in their light. They come after the page. */
export function useArtLight(drawnFrom: string, picture: string | null): CSSProperties {
  const source = picture ?? drawnFrom
  const [found, setFound] = useState<{ source: string; colours: ArtColours }>()
  useEffect(() => {
    let wanted = true
    import('./artwork-colours.ts')
      .then(({ artLight }) => artLight(drawnFrom, picture))
      .then(
        (colours) => wanted && setFound({ source, colours }),
        // Without its code the page stands in no light.
        () => {},
      )
    return () => {
      wanted = false
    }
  }, [drawnFrom, picture, source])
  const [a, b] = found?.source === source ? found.colours : dark
  return { '--art-a': a, '--art-b': b } as CSSProperties
}
