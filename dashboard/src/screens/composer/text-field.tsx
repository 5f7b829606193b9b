import { Button, Menu } from '@mantine/core'
import { type KeyboardEvent, memo, startTransition, useOptimistic } from 'react'
import { type PlatformName, titleOf } from '../../data/platforms.ts'
import { Icon } from '../../parts/icon.tsx'
import { Mark } from '../../parts/mark.tsx'
import { useWords } from '../../words/words.ts'
import { type Content, ownText, withOwnText } from './content.ts'
import { focusOn } from './focus-on.ts'
import type { Tab } from './state/panes.ts'
import classes from './text.module.css'
import { textWords } from './text-words.ts'

interface Props {
  readonly content: Content
  readonly tab: Tab
  readonly onTab: (tab: Tab) => void
  readonly onChange: (change: (content: Content) => Content) => void
  readonly isLocked: boolean
}

/** The shared text, and the texts that platforms have for themselves. */
export function TextField({ content, tab: wanted, onTab, onChange, isLocked }: Props) {
  const t = useWords(textWords)
  const own = content.platforms.filter((platform) => ownText(content, platform) !== undefined)
  const tab = wanted !== null && own.includes(wanted) ? wanted : null
  const saved = tab === null ? content.message : (ownText(content, tab) ?? '')
  // The letter is there at once; what follows from it may take a moment.
  const [text, show] = useOptimistic(saved)
  const write = (next: string) =>
    startTransition(() => {
      show(next)
      onChange((before) => (tab === null ? { ...before, message: next } : withOwnText(before, tab, next)))
    })
  const open = (platform: PlatformName) => {
    onChange((before) => withOwnText(before, platform, before.message))
    onTab(platform)
    focusOn('text')
  }
  return (
    <div>
      <div className={classes.tabs}>
        <Tabs own={own} tab={tab} onTab={onTab} />
        <OwnFor platforms={content.platforms.filter((platform) => !own.includes(platform))} onOpen={open} />
      </div>
      <textarea
        id="text"
        className={classes.text}
        aria-label={tab === null ? t.shared : t.own(titleOf(tab))}
        value={text}
        readOnly={isLocked}
        maxLength={10_000}
        onChange={({ currentTarget }) => write(currentTarget.value)}
      />
      {tab !== null && (
        <OwnNote
          isEmpty={text === ''}
          onShared={() => {
            onChange((before) => withOwnText(before, tab, undefined))
            onTab(null)
            focusOn('text')
          }}
        />
      )}
    </div>
  )
}

function OwnNote({ isEmpty, onShared }: { readonly isEmpty: boolean; readonly onShared: () => void }) {
  const t = useWords(textWords)
  return (
    <p className={classes.note}>
      {isEmpty && `${t.empty} `}
      <button type="button" className="link" onClick={onShared}>
        {t.useShared}
      </button>
    </p>
  )
}

interface TabsProps {
  readonly own: readonly PlatformName[]
  readonly tab: Tab
  readonly onTab: (tab: Tab) => void
}

const Tabs = memo(function Tabs({ own, tab, onTab }: TabsProps) {
  const t = useWords(textWords)
  const tabs: readonly Tab[] = [null, ...own]
  const press = ({ key, currentTarget }: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key]
    if (step === undefined) return
    const next = (tabs.indexOf(tab) + step + tabs.length) % tabs.length
    onTab(tabs[next] ?? null)
    currentTarget.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
  }
  return (
    <div role="tablist" aria-label={t.texts} className={classes.list} onKeyDown={press}>
      {tabs.map((one) => (
        <button
          key={one}
          type="button"
          role="tab"
          aria-selected={one === tab}
          aria-controls="text"
          tabIndex={one === tab ? 0 : -1}
          onClick={() => onTab(one)}
        >
          {one !== null && <Mark platform={one} size={14} />}
          {one === null ? t.shared : titleOf(one)}
        </button>
      ))}
    </div>
  )
})

interface OwnForProps {
  readonly platforms: readonly PlatformName[]
  readonly onOpen: (platform: PlatformName) => void
}

function OwnFor({ platforms, onOpen }: OwnForProps) {
  const t = useWords(textWords)
  if (platforms.length === 0) return null
  return (
    <Menu position="bottom-start" returnFocus={false}>
      <Menu.Target>
        <Button variant="subtle" size="xs" leftSection={<Icon name="plus" />}>
          {t.ownFor}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {platforms.map((platform) => (
          <Menu.Item key={platform} leftSection={<Mark platform={platform} />} onClick={() => onOpen(platform)}>
            {titleOf(platform)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
