import { type CSSProperties, type ReactNode, useEffect, useState } from 'react'
import type { ColourPair } from './dominant-colours.ts'

type ArtworkGlowProps = {
  /** The id that the placeholder artwork is generated from. */
  seed: string
  /** URL of the uploaded image in its smallest width; null without one. */
  imageUrl: string | null
  className?: string
  children: ReactNode
}

/** A page with a background glow in the colours of its artwork. */
export function ArtworkGlow({ seed, imageUrl, className = '', children }: ArtworkGlowProps) {
  return (
    <div className={`ambient ${className}`} style={useGlowColours(seed, imageUrl)}>
      {children}
    </div>
  )
}

const dark: ColourPair = ['transparent', 'transparent']

/** CSS variables with the artwork's colours. Computed after the first render, in a lazy chunk. */
export function useGlowColours(drawnFrom: string, picture: string | null): CSSProperties {
  const source = picture ?? drawnFrom
  const [found, setFound] = useState<{ source: string; colours: ColourPair }>()
  useEffect(() => {
    let wanted = true
    import('./dominant-colours.ts')
      .then(({ glowColours }) => glowColours(drawnFrom, picture))
      .then(
        (colours) => wanted && setFound({ source, colours }),
        // If the chunk fails to load there is no glow.
        () => {},
      )
    return () => {
      wanted = false
    }
  }, [drawnFrom, picture, source])
  const [a, b] = found?.source === source ? found.colours : dark
  return { '--art-a': a, '--art-b': b } as CSSProperties
}
