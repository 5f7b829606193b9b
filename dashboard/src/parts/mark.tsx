import type { ReactNode } from 'react'
import { titleOf } from '../data/platforms.ts'
import classes from './mark.module.css'

const shapes: Readonly<Record<string, ReactNode>> = {
  x: (
    <>
      <rect width="16" height="16" rx="4" fill="var(--pp-x)" />
      <path
        fill="none"
        stroke="var(--pp-mark-glyph-ink)"
        strokeLinecap="round"
        strokeLinejoin="round"
        strokeWidth="1.2"
        d="M4.3 4.2h1.9l5.5 7.6H9.8zM11.5 4.2 8.8 7.1M7.1 9l-2.7 2.8"
      />
    </>
  ),
  facebook: (
    <>
      <rect width="16" height="16" rx="4" fill="var(--pp-facebook)" />
      <path
        fill="var(--pp-mark-glyph)"
        d="M9.8 16V9.9h1.8l.4-2.3H9.8V6.5c0-.7.3-1.1 1.1-1.1h1.2V3.4c-.4-.1-1-.2-1.6-.2-1.8 0-2.9 1.1-2.9 3v1.4H5.6v2.3h2V16z"
      />
    </>
  ),
  instagram: (
    <>
      <rect width="16" height="16" rx="4" fill="var(--pp-instagram)" />
      <g fill="none" stroke="var(--pp-mark-glyph)" strokeLinecap="round" strokeLinejoin="round" strokeWidth="1.2">
        <rect x="3.8" y="3.8" width="8.4" height="8.4" rx="2.5" />
        <circle cx="8" cy="8" r="1.9" />
        <path d="M10.4 5.6h.01" strokeWidth="1.5" />
      </g>
    </>
  ),
  linkedin: (
    <>
      <rect width="16" height="16" rx="4" fill="var(--pp-linkedin)" />
      <g fill="none" stroke="var(--pp-mark-glyph)" strokeLinecap="round" strokeLinejoin="round" strokeWidth="1.6">
        <path d="M4.9 7.2v4.3M7.6 11.5V7.2M7.6 9.2c0-1.3.7-2 1.8-2s1.7.7 1.7 2v2.3" />
        <path d="M4.9 4.8h.01" strokeWidth="1.9" />
      </g>
    </>
  ),
  youtube: (
    <>
      <rect width="16" height="16" rx="4" fill="var(--pp-youtube)" />
      <path fill="var(--pp-mark-glyph)" d="M6.2 4.8 11.4 8l-5.2 3.2z" />
    </>
  ),
  tiktok: (
    <>
      <rect width="16" height="16" rx="4" fill="var(--pp-tiktok)" />
      <path
        fill="none"
        stroke="var(--pp-mark-glyph-ink)"
        strokeLinecap="round"
        strokeLinejoin="round"
        strokeWidth="1.5"
        d="M8.6 3.9v5.9a2 2 0 1 1-2-2M8.6 4c.2 1.7 1.3 2.6 2.9 2.7"
      />
    </>
  ),
  pinterest: (
    <>
      <rect width="16" height="16" rx="4" fill="var(--pp-pinterest)" />
      <path
        fill="none"
        stroke="var(--pp-mark-glyph)"
        strokeLinecap="round"
        strokeLinejoin="round"
        strokeWidth="1.4"
        d="m6.9 12.4 1.4-6M5.5 8.3C4.9 5.9 6.2 4 8.4 4c2 0 3.1 1.4 2.7 3.2-.4 1.8-2 2.6-3.3 1.8"
      />
    </>
  ),
  reddit: (
    <>
      <rect width="16" height="16" rx="4" fill="var(--pp-reddit)" />
      <path fill="none" stroke="var(--pp-mark-glyph)" strokeWidth="1" strokeLinecap="round" d="m8 6.2.6-2.4 2 .5" />
      <ellipse fill="var(--pp-mark-glyph)" cx="8" cy="9.2" rx="4.3" ry="3.1" />
      <circle fill="var(--pp-reddit)" cx="6.4" cy="8.8" r=".8" />
      <circle fill="var(--pp-reddit)" cx="9.6" cy="8.8" r=".8" />
    </>
  ),
  threads: (
    <>
      <rect width="16" height="16" rx="4" fill="var(--pp-threads)" />
      <path
        fill="none"
        stroke="var(--pp-mark-glyph-ink)"
        strokeLinecap="round"
        strokeLinejoin="round"
        strokeWidth="1.1"
        d="M11.2 6.1C10.7 4.5 9.6 3.8 8 3.8 5.6 3.8 4.5 5.5 4.5 8s1.1 4.2 3.5 4.2c1.9 0 3.2-1 3.2-2.4 0-1.5-1.4-2.2-3.1-2.1-1.2.1-1.8.6-1.8 1.3s.6 1.2 1.4 1.2c1.2 0 1.8-.8 1.7-2.2-.1-1.1-.6-1.7-1.6-1.7-.6 0-1 .2-1.3.7"
      />
    </>
  ),
  bluesky: (
    <>
      <rect width="16" height="16" rx="4" fill="var(--pp-bluesky)" />
      <path
        fill="var(--pp-mark-glyph)"
        d="M8 7.5C7.4 6.3 5.9 4.4 4.5 4c-1-.2-1.2.5-1.1 1.4.2 1.8.6 3.1 2.7 2.9-1.7.3-2.3 1.3-1.1 2.4 1.5 1.4 2.5-.2 3-1.4.5 1.2 1.5 2.8 3 1.4 1.2-1.1.6-2.1-1.1-2.4 2.1.2 2.5-1.1 2.7-2.9.1-.9-.1-1.6-1.1-1.4C10.1 4.4 8.6 6.3 8 7.5z"
      />
    </>
  ),
}

interface Props {
  /** A platform, or the alias that a request used. */
  readonly platform: string
  readonly size?: 11 | 14 | 16 | 20
  /** The platform is switched off here. */
  readonly off?: boolean
  /** Its name does not stand beside it. */
  readonly alone?: boolean
}

/** The mark of a platform. Its colour is used nowhere else. */
export function Mark({ platform, size = 16, off = false, alone = false }: Props) {
  const names = alone ? { role: 'img', 'aria-label': titleOf(platform) } : { 'aria-hidden': true }
  return (
    <svg className={classes.mark} data-off={off || undefined} viewBox="0 0 16 16" width={size} height={size} {...names}>
      {shapes[platform === 'twitter' ? 'x' : platform]}
    </svg>
  )
}
