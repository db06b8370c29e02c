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
    <div className={`artwork-glow ${className}`} style={useGlowColours(seed, imageUrl)}>
      {children}
    </div>
  )
}

const dark: ColourPair = ['transparent', 'transparent']

/** CSS variables with the artwork's colours. Computed after the first render, in a lazy chunk. */
export function useGlowColours(seed: string, imageUrl: string | null): CSSProperties {
  const source = imageUrl ?? seed
  const [found, setFound] = useState<{ source: string; colours: ColourPair }>()
  useEffect(() => {
    let active = true
    import('./dominant-colours.ts')
      .then(({ glowColours }) => glowColours(seed, imageUrl))
      .then(
        (colours) => active && setFound({ source, colours }),
        // If the chunk fails to load there is no glow.
        () => {},
      )
    return () => {
      active = false
    }
  }, [seed, imageUrl, source])
  const [a, b] = found?.source === source ? found.colours : dark
  return { '--art-a': a, '--art-b': b } as CSSProperties
}
