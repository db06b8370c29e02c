import { type CSSProperties, type ReactNode, useEffect, useState } from 'react'
import type { ColorPair } from './dominant-colors.ts'

type ArtworkGlowProps = {
  /** The id that the placeholder artwork is generated from. */
  seed: string
  /** URL of the uploaded image in its smallest width; null without one. */
  imageUrl: string | null
  className?: string
  children: ReactNode
}

/** A page with a background glow in the colors of its artwork. */
export function ArtworkGlow({ seed, imageUrl, className = '', children }: ArtworkGlowProps) {
  return (
    <div className={`artwork-glow ${className}`} style={useGlowColors(seed, imageUrl)}>
      {children}
    </div>
  )
}

/** CSS variables with the artwork's colors. Computed after the first render, in a lazy chunk. */
export function useGlowColors(seed: string, imageUrl: string | null): CSSProperties | undefined {
  const source = imageUrl ?? seed
  const [found, setFound] = useState<{ source: string; colors: ColorPair }>()
  useEffect(() => {
    let active = true
    import('./dominant-colors.ts')
      .then(({ glowColors }) => glowColors(seed, imageUrl))
      .then(
        (colors) => active && setFound({ source, colors }),
        // If the chunk fails to load there is no glow.
        () => {},
      )
    return () => {
      active = false
    }
  }, [seed, imageUrl, source])
  if (found?.source !== source) return undefined
  const [a, b] = found.colors
  return { '--art-a': a, '--art-b': b } as CSSProperties
}
