import type { ReactNode } from 'react'
import { titleOf } from '../data/platforms.ts'
import { Mark } from './mark.tsx'
import table from './table.module.css'

interface Props {
  readonly platform: string
  /** Instead of its name. */
  readonly children?: ReactNode
}

/** The head of a row of a table, with the mark of a platform. */
export const PlatformHead = ({ platform, children = titleOf(platform) }: Props) => (
  <th scope="row">
    <span className={table.platform}>
      <Mark platform={platform} />
      {children}
    </span>
  </th>
)
