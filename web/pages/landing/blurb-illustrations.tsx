import type { ReactNode } from 'react'
import cover from './images/cover.svg'
import elio from './images/listener-elio.webp'
import kwame from './images/listener-kwame.webp'
import nara from './images/listener-nara.webp'

/** Decorative illustrations of the features. */

function Illustration({ children }: { children: ReactNode }) {
  return (
    <svg viewBox="0 0 300 150" className="h-37.5 w-auto max-w-none" aria-hidden="true">
      {children}
    </svg>
  )
}

const played = [1.5, 2.4, 6.1, 6.5, 14.8, 10.2, 8, 8.9, 8.7, 4.6, 12.4, 15, 16.7, 11.5]
const unplayed = [7.4, 2.8, 4.1, 3, 9.4, 6.9]
const bars = (heights: number[], first: number) =>
  heights.map((height, i) => `M${2 + (first + i) * 6.6} ${18 - height}v${height * 2}`).join('')

/** A cover, a title and an upload in progress. */
export function UploadIllustration() {
  return (
    <Illustration>
      <image href={cover} y="12" width="126" height="126" clipPath="inset(0 round 6px)" />
      <rect x="150" y="24" width="130" height="10" rx="5" className="fill-text" />
      <rect x="150" y="46" width="84" height="8" rx="4" className="fill-line-strong" />
      <g transform="translate(150 68)" strokeWidth="4" strokeLinecap="round">
        <path d={bars(played, 0)} className="stroke-primary" />
        <path d={bars(unplayed, played.length)} className="stroke-wave-rest" />
      </g>
      <rect x="150" y="120" width="130" height="6" rx="3" className="fill-line" />
      <rect x="150" y="120" width="92" height="6" rx="3" className="fill-primary" />
    </Illustration>
  )
}

/** Three users and a heart. */
export function SocialIllustration() {
  return (
    <Illustration>
      {[kwame, nara, elio].map((portrait, i) => (
        <g key={portrait} transform={`translate(${8 + i * 82} 23)`}>
          {i > 0 && <circle cx="52" cy="52" r="58" className="fill-surface" />}
          <image href={portrait} width="104" height="104" clipPath="circle(52px at 52px 52px)" />
        </g>
      ))}
      <circle cx="262" cy="112" r="27" className="fill-surface" />
      <circle cx="262" cy="112" r="22" className="fill-like" />
      <path
        className="fill-surface"
        transform="translate(251 101.5) scale(.92)"
        d="M2 9.5a5.5 5.5 0 0 1 9.591-3.676.56.56 0 0 0 .818 0A5.49 5.49 0 0 1 22 9.5c0 2.29-1.5 4-3 5.5l-5.492 5.313a2 2 0 0 1-3 .019L5 15c-1.5-1.5-3-3.2-3-5.5"
      />
    </Illustration>
  )
}

const tops = [104, 90, 96, 72, 80, 52, 64, 34, 46, 18]
const best = 7
const column = (top: number, i: number) => `M${12 + i * 29} 138V${top}`

/** A bar chart of plays, with one day highlighted. */
export function AnalyticsIllustration() {
  return (
    <Illustration>
      <g strokeLinecap="round" strokeWidth="12">
        <path d={tops.map(column).join('')} className="stroke-wave-rest" />
        <path d={column(tops[best] ?? 0, best)} className="stroke-primary" />
      </g>
      <rect x="168" width="94" height="30" rx="10" className="fill-text" />
      <text
        x="215"
        y="20"
        textAnchor="middle"
        fontWeight="600"
        fontSize="14"
        className="fill-bg font-sans"
      >
        1,204 plays
      </text>
    </Illustration>
  )
}
