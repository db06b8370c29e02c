import { type CSSProperties, type ReactNode, useEffect, useState } from 'react'
import type { ColourPair } from './dominant-colours.ts'

type ArtworkGlowProps = {
  /** The id from which the picture is drawn where nobody has uploaded one. */
  seed: string
  /** The address of the uploaded picture in its smallest width. */
  imageUrl: string | null
  className?: string
  children: ReactNode
}

/** A page in the light of its artwork. */
export function ArtworkGlow({ seed, imageUrl, className = '', children }: ArtworkGlowProps) {
  return (
    <div className={`ambient ${className}`} style={useGlowColours(seed, imageUrl)}>
      {children}
    </div>
  )
}

const dark: ColourPair = ['transparent', 'transparent']

/** The artwork's colours, for the style of whatever stands in their light. They come after the page. */
export function useGlowColours(drawnFrom: string, picture: string | null): CSSProperties {
  const source = picture ?? drawnFrom
  const [found, setFound] = useState<{ source: string; colours: ColourPair }>()
  useEffect(() => {
    let wanted = true
    import('./dominant-colours.ts')
      .then(({ glowColours }) => glowColours(drawnFrom, picture))
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
