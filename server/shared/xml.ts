import { escapeHtml } from '#contract/escape-html.ts'

/** Text for XML content and attributes. Characters that XML 1.0 forbids even as references are left out. */
export function escapeXml(text: string): string {
  return escapeHtml(text.replace(forbidden, ''))
}

/** Control characters, surrogates without their other half, and the two noncharacters. */
const forbidden = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

export const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8"?>\n'
