import { type CSSProperties, type ReactNode, useEffect, useState } from 'react'
import { paletteOf } from '#contract/art/palettes.ts'
import type { ArtColours } from './art-colours.ts'
import { readableBehindText } from './readable-behind-text.ts'

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

/** The artwork's colours, for the style of whatever stands in their light. */
export function useArtLight(drawnFrom: string, picture: string | null): CSSProperties {
  const [a, b] = useArtColours(drawnFrom, picture).map(readableBehindText)
  return { '--art-a': a, '--art-b': b } as CSSProperties
}

/** The code for it comes after the page: the colours of the drawing stand in until then. */
async function readColours(picture: string): Promise<ArtColours | undefined> {
  const reader = await import('./read-art-colours.ts')
  return reader.readArtColours(picture)
}

function useArtColours(drawnFrom: string, picture: string | null): ArtColours {
  const [found, setFound] = useState<{ picture: string; colours: ArtColours }>()
  useEffect(() => {
    if (!picture) return
    let wanted = true
    readColours(picture).then(
      (colours) => wanted && colours && setFound({ picture, colours }),
      // From another host: a picture to see, not to read.
      () => {},
    )
    return () => {
      wanted = false
    }
  }, [picture])
  if (picture && found?.picture === picture) return found.colours
  const [ground, shade] = paletteOf(drawnFrom)
  return [ground, shade]
}
