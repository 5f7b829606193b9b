import { Button, Menu } from '@mantine/core'
import type { Preview } from '@polypost/sdk'
import { titleOf } from '../../../data/platforms.ts'
import { Icon } from '../../../parts/icon.tsx'
import { Mark } from '../../../parts/mark.tsx'
import { Marks } from '../../../parts/marks.tsx'
import { useWords } from '../../../words/words.ts'
import { previewWords } from './preview-words.ts'
import classes from './wall.module.css'

interface Props {
  readonly all: readonly Preview[]
  readonly shown: readonly Preview[]
  readonly most: number
  readonly onToggle: (platform: string) => void
}

/** Chooses which previews are in view. */
export function PreviewMenu({ all, shown, most, onToggle }: Props) {
  const t = useWords(previewWords)
  const names = shown.map(({ platform }) => platform)
  if (all.length < 2) return null
  return (
    <Menu position="bottom-end" closeOnItemClick={false}>
      <Menu.Target>
        <Button variant="subtle" size="xs" rightSection={<Icon name="down" />}>
          <span className={classes.marks}>
            <Marks platforms={names} />
          </span>
          {t.shown(shown.length, all.length)}
          <span className="hidden-text">{t.which}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {all.length > most && <Menu.Label>{t.most}</Menu.Label>}
        {all.map(({ platform }) => (
          <Menu.CheckboxItem
            key={platform}
            checked={names.includes(platform)}
            checkIcon={<Icon name="check" />}
            onChange={() => onToggle(platform)}
          >
            <span className={classes.choice}>
              <Mark platform={platform} />
              {titleOf(platform)}
            </span>
          </Menu.CheckboxItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
