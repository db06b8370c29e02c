import { type CSSProperties, type ReactNode, useEffect, useState } from 'react'
import { paletteOf } from '#contract/art/palettes.ts'
import { type ArtColours, coloursOf, readableBehindText } from './art-colours.ts'

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
  const [a, b] = useArtColours(drawnFrom, picture).map(readableBehindText)
  return (
    <div className={`ambient ${className}`} style={{ '--art-a': a, '--art-b': b } as CSSProperties}>
      {children}
    </div>
  )
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

const side = 12

async function readColours(picture: string): Promise<ArtColours | undefined> {
  const image = new Image()
  image.src = picture
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const context = canvas.getContext('2d', { willReadFrequently: true })
  context?.drawImage(image, 0, 0, side, side)
  return context ? coloursOf(context.getImageData(0, 0, side, side).data) : undefined
}
