import type { PlatformName } from '@polypost/sdk'
import type { ComponentType, ReactNode } from 'react'
import type { PlatformWords } from './platform-words.ts'
import type { PreviewedPost } from './shown.ts'

/** Everything that a platform’s folder brings to the dashboard. */
export interface DashboardPlatform {
  readonly name: PlatformName
  /** Of the mark, in light and in dark. A glyph on them needs a contrast of 3. */
  readonly colours: readonly [light: string, dark: string]
  /** The glyph in a square of 16: `--mark` is the colour below it, `--pp-mark-glyph` and `--pp-mark-glyph-ink` are for it. */
  readonly mark: ReactNode
  /** The option with an address, from which the platform makes a card. */
  readonly cardFrom?: string
  /** Options of the first post that a new person is offered. */
  readonly sample?: Readonly<Record<string, unknown>>
  readonly words: () => Promise<PlatformWords>
  /** A picture of a post. Without it, a plain one is shown. */
  readonly post?: () => Promise<ComponentType<PreviewedPost>>
}
