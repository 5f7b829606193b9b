import { ActionIcon, Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

interface Props {
  readonly label: string
  readonly loading?: boolean
  /** The items. */
  readonly children: ReactNode
}

/** A button with what is done less often. */
export const MoreMenu = ({ label, loading = false, children }: Props) => (
  <Menu position="bottom-end">
    <Menu.Target>
      <ActionIcon aria-label={label} loading={loading}>
        <Icon name="more" />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>{children}</Menu.Dropdown>
  </Menu>
)
