import { chladniQuadrant } from './chladni.ts'
import { type Palette, paletteOf, pick } from './palettes.ts'
import { hash, rng } from './random.ts'
import { fHole } from './violin.ts'

/** Draws one motif on a 600 by 600 canvas over the background gradient. */
type Motif = (random: () => number, palette: Palette) => string

const round = (x: number) => Math.round(x * 10) / 10

const fHoles: Motif = (random, [, shade, figure, spark]) => {
  const rotation = round((random() - 0.5) * 24)
  const gap = 20 + random() * 34
  const scale = 2.05 + random() * 0.4
  const single = random() < 0.34
  const hole = (x: number, mirrored: boolean) =>
    `<g transform="translate(${round(x)} ${round(300 - 120 * scale)}) scale(${mirrored ? -scale : scale} ${scale})"><path d="${fHole}"/></g>`
  const arch = 300 + random() * 120
  const holes = single
    ? hole(300 - 48 * scale, false)
    : hole(300 - gap - 92 * scale, false) + hole(300 + gap + 92 * scale, true)
  return `<circle cx="300" cy="${round(300 + arch)}" r="${round(arch + 120)}" fill="${shade}" opacity=".55"/>
<g fill="${figure}" transform="rotate(${rotation} 300 300)">${holes}</g>
<rect x="${single ? 452 : 291}" y="${round(150 + random() * 60)}" width="18" height="${round(220 + random() * 80)}" rx="9" fill="${spark}"/>`
}

const bars: Motif = (random, [, shade, figure, spark]) => {
  const count = 13 + Math.floor(random() * 4) * 4
  const pitch = 600 / count
  const width = pitch * (0.46 + random() * 0.2)
  const post = 2 + Math.floor(random() * (count - 4))
  const [a, b, c] = [random() * 6, random() * 6, 1 + random() * 2]
  const base = random() < 0.5 ? 300 : 300 + (random() - 0.5) * 120
  const bar = (i: number) => {
    const t = i / (count - 1)
    const swell = Math.sin(Math.PI * t) ** 0.6
    const wave = 0.22 + 0.78 * Math.abs(Math.sin(a + t * 5 * c) * Math.cos(b + t * 3))
    const height = Math.max(width, 440 * swell * wave)
    const x = round(i * pitch + (pitch - width) / 2)
    const rx = round(width / 2)
    return i === post
      ? `<rect x="${x}" y="54" width="${round(width)}" height="492" rx="${rx}" fill="${spark}"/>`
      : `<rect x="${x}" y="${round(base - height / 2)}" width="${round(width)}" height="${round(height)}" rx="${rx}"/>`
  }
  const all = Array.from({ length: count }, (_, i) => bar(i)).join('')
  return `<path d="M0 ${round(base)}h600V600H0z" fill="${shade}" opacity=".7"/><g fill="${figure}">${all}</g>`
}

const chladni: Motif = (random, [, shade, figure, spark]) => {
  const quadrant = chladniQuadrant(random)
  const id = `c${Math.floor(random() * 1e9).toString(36)}`
  const inset = random() < 0.5
  return `<defs><path id="${id}" d="${quadrant}" fill="${figure}" stroke="${figure}" stroke-width="2.4" stroke-linejoin="round"/></defs>
<g transform="translate(300 300)${inset ? ' scale(.78)' : ''}"><rect x="-300" y="-300" width="600" height="600" fill="${shade}"${inset ? ' rx="20"' : ''}/>
<use href="#${id}"/><use href="#${id}" transform="scale(-1 1)"/><use href="#${id}" transform="scale(1 -1)"/><use href="#${id}" transform="scale(-1 -1)"/></g>
<circle cx="${random() < 0.5 ? 300 : 450}" cy="${random() < 0.5 ? 300 : 150}" r="${round(20 + random() * 22)}" fill="${spark}"/>`
}

const strings: Motif = (random, [, shade, figure, spark]) => {
  const hot = Math.floor(random() * 4)
  const tilt = round((random() - 0.5) * 30)
  const all = Array.from({ length: 4 }, (_, i) =>
    swingingString(random, 90 + i * 140, i === hot ? spark : figure),
  ).join('')
  return `<circle cx="${round(120 + random() * 360)}" cy="${round(120 + random() * 360)}" r="${round(170 + random() * 110)}" fill="${shade}" opacity=".8"/><g fill="none" transform="rotate(${tilt} 300 300)">${all}</g>`
}

/** One string at five moments of its swing. */
function swingingString(random: () => number, x: number, color: string): string {
  const nodes = 1 + Math.floor(random() * 3)
  const step = 680 / nodes
  const swing = 58 + random() * 26
  return [-1, -0.5, 0, 0.5, 1]
    .map((moment) => {
      let path = `M${x} -40`
      for (let j = 0; j < nodes; j++) {
        const y = j * step - 40
        const out = round(x + swing * moment * (j % 2 ? -1 : 1))
        path += `C${out} ${round(y + step * 0.34)} ${out} ${round(y + step * 0.66)} ${x} ${round(y + step)}`
      }
      const edge = Math.abs(moment) === 1
      const glow = moment === 1 ? ` fill="${color}" fill-opacity=".16"` : ''
      return `<path d="${path}" stroke="${color}" stroke-width="${edge ? 7 : 3}" opacity="${edge ? 1 : 0.55}"${glow}/>`
    })
    .join('')
}

const rings: Motif = (random, [ground, shade, figure, spark]) => {
  const count = 6 + Math.floor(random() * 4)
  const cx = 300 + (random() - 0.5) * 260
  const cy = 300 + (random() - 0.5) * 260
  const cut = random() < 0.6
  let circles = ''
  for (let i = count; i > 0; i--) {
    const fill = i % 2 ? figure : i % 4 ? shade : ground
    circles += `<circle cx="${round(cx + (count - i) * 5)}" cy="${round(cy)}" r="${round((440 * i) / count)}" fill="${fill}"/>`
  }
  const x = round(cx + (count - 1) * 5)
  const half = `<rect x="${x}" y="0" width="600" height="600" fill="${ground}" opacity=".9"/>`
  return `${circles}${cut ? half : ''}<rect x="${round(x - 13)}" y="${round(cy - 170)}" width="26" height="340" rx="13" fill="${spark}"/>`
}

const bouts: Motif = (random, [ground, shade, figure, spark]) => {
  const rotation = Math.floor(random() * 4) * 90
  const sag = random() * 40
  const y = round(470 + sag)
  return `<g transform="rotate(${rotation} 300 300)"><path d="M300 -40C470 -40 520 60 500 150C488 205 430 222 424 282C418 352 520 372 540 ${y}C560 590 440 680 300 680C160 680 40 590 60 ${y}C80 372 182 352 176 282C170 222 112 205 100 150C80 60 130 -40 300 -40z" fill="${shade}"/>
<path d="M300 30C420 30 452 96 438 160C428 205 372 230 366 286C360 356 452 386 470 ${y}C486 556 400 612 300 612C200 612 114 556 130 ${y}C148 386 240 356 234 286C228 230 172 205 162 160C148 96 180 30 300 30z" fill="${figure}"/>
<rect x="${round(318 + sag)}" y="300" width="22" height="${round(170 + sag * 2)}" rx="11" fill="${spark}"/><circle cx="${round(240 - sag)}" cy="${round(420 + sag)}" r="${round(30 + sag / 2)}" fill="${ground}"/></g>`
}

const motifs: readonly Motif[] = [fHoles, bars, chladni, strings, rings, bouts]

/** Placeholder artwork as SVG, 600 by 600; deterministic for an id. */
export function placeholderSvg(id: string): string {
  const random = rng(hash(id))
  const palette = paletteOf(id)
  random() // The first number has chosen the palette.
  const draw = pick(motifs, random)
  const angle = Math.floor(random() * 360)
  const ground = `g${hash(id).toString(36)}`
  const clip = `${ground}k`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 600" width="600" height="600"><defs><linearGradient id="${ground}" gradientTransform="rotate(${angle} .5 .5)"><stop stop-color="${palette[0]}"/><stop offset="1" stop-color="${palette[1]}"/></linearGradient><clipPath id="${clip}"><path d="M0 0h600v600H0z"/></clipPath></defs><g clip-path="url(#${clip})"><path fill="url(#${ground})" d="M0 0h600v600H0z"/>${draw(random, palette)}</g></svg>`
}
