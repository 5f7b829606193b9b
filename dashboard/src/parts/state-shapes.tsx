import type { ReactNode } from 'react'

/** The shape of each state: colour alone tells nothing. */
export const stateShapes = {
  scheduled: (
    <>
      <circle cx="8" cy="8" r="6" />
      <path d="M8 4.8V8l2.2 1.4" />
    </>
  ),
  queued: (
    <>
      <circle cx="8" cy="8" r="6" strokeDasharray="2.2 2.5" />
    </>
  ),
  working: (
    <>
      <circle cx="8" cy="8" r="6" opacity=".35" />
      <path d="M8 2a6 6 0 0 1 6 6" />
    </>
  ),
  retrying: (
    <>
      <path d="M14 8a6 6 0 1 1-1.9-4.4M14.2 1.8v3h-3" />
    </>
  ),
  needs: (
    <>
      <path d="M8 .6 15.4 8 8 15.4.6 8z" fill="currentColor" stroke="none" />
      <path d="M8 4.6v4.2M8 11.3v.1" stroke="var(--pp-surface)" strokeWidth="1.8" />
    </>
  ),
  done: (
    <>
      <circle cx="8" cy="8" r="6.8" fill="currentColor" stroke="none" />
      <path d="m5.2 8.2 2 2 3.7-4.1" stroke="var(--pp-surface)" />
    </>
  ),
  failed: (
    <>
      <path d="M5.2 1.2h5.6l4 4v5.6l-4 4H5.2l-4-4V5.2z" fill="currentColor" stroke="none" />
      <path d="m5.7 5.7 4.6 4.6M10.3 5.7l-4.6 4.6" stroke="var(--pp-surface)" />
    </>
  ),
  cancelled: (
    <>
      <circle cx="8" cy="8" r="6" />
      <path d="m3.9 12.1 8.2-8.2" />
    </>
  ),
  partial: (
    <>
      <path d="M8 1.2a6.8 6.8 0 0 0 0 13.6z" fill="currentColor" stroke="none" />
      <path d="M8 2a6 6 0 0 1 0 12" />
    </>
  ),
  draft: (
    <>
      <path d="m3 10.6-.5 2.9 2.9-.5 7.3-7.3-2.4-2.4z" />
    </>
  ),
} satisfies Record<string, ReactNode>

export type StateShape = keyof typeof stateShapes
