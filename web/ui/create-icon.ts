import { createElement, type SVGProps } from 'react'

type IconData = { name: string; node: [tag: string, attributes: Record<string, string>][] }

/**
 * Replaces lucide-react's `createLucideIcon` (see `vite.config.ts`), which supports options that
 * we do not use and adds a kilobyte to every page. All icons are decorative; the button or link
 * around them has the label.
 */
export default function createIcon({ name, node }: IconData) {
  return function Icon({ className = '', ...props }: SVGProps<SVGSVGElement>) {
    return createElement(
      'svg',
      { ...outline, ...props, className: `lucide-${name} ${className}` },
      node.map(([tag, attributes]) => createElement(tag, attributes)),
    )
  }
}

const outline = {
  'aria-hidden': true,
  width: 24,
  height: 24,
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 1.75,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const
