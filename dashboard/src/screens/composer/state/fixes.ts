import { canonicalName, type Finding } from '@polypost/sdk'
import { type PlatformName, platformNames, titleOf } from '../../../data/platforms.ts'
import { useWords } from '../../../words/words.ts'
import { type Content, ownText, withOwnText } from '../content.ts'
import { findingWords } from '../finding-words.ts'
import { focusOn } from '../focus-on.ts'
import type { Tab } from './panes.ts'

/** One thing to fix. */
export interface Fix {
  readonly finding: Finding
  /** Goes to the field where it can be fixed. */
  readonly focus: () => void
  /** The actions that the person can take at once. */
  readonly actions: readonly Action[]
}

interface Action {
  readonly title: string
  readonly run: () => void
}

export interface EditorControls {
  readonly content: Content
  readonly change: (change: (content: Content) => Content) => void
  readonly openText: (tab: Tab) => void
  readonly openOptions: (platform: PlatformName) => void
}

const platformOf = (name: string | undefined): PlatformName | undefined =>
  // Checked content goes to platforms alone.
  name === undefined ? undefined : (canonicalName(name) as PlatformName)

/** The possible actions for each finding. Its path names the field. */
export function useFixes(
  findings: readonly Finding[],
  { content, change, openText, openOptions }: EditorControls,
): Fix[] {
  const t = useWords(findingWords)

  const goTo = (finding: Finding, title: string, focus: () => void, ...others: readonly Action[]): Fix => ({
    finding,
    focus,
    actions: [{ title, run: focus }, ...others],
  })

  /** If another platform remains. */
  const leavingOut = (platform: PlatformName | undefined): Action[] => {
    if (platform === undefined || !content.platforms.some((name) => name !== platform)) return []
    const run = () =>
      change((before) => ({ ...before, platforms: before.platforms.filter((name) => name !== platform) }))
    return [{ title: t.leaveOut(titleOf(platform)), run }]
  }

  const atText = (finding: Finding, platform: PlatformName | undefined): Fix => {
    const isOwn = platform !== undefined && ownText(content, platform) !== undefined
    const go = () => {
      openText(isOwn ? platform : null)
      focusOn('text')
    }
    if (platform === undefined || isOwn || content.message === '') return goTo(finding, t.toText, go)
    const write = () => {
      change((before) => withOwnText(before, platform, before.message))
      openText(platform)
      focusOn('text')
    }
    return { finding, focus: go, actions: [{ title: t.ownText(titleOf(platform)), run: write }] }
  }

  const atPlatform = (finding: Finding, platform: PlatformName | undefined): Fix => {
    const go = () => focusOn(`account-${platform ?? platformNames[0]}`)
    const leaving = leavingOut(platform)
    return leaving.length === 0 ? goTo(finding, t.toAccounts, go) : { finding, focus: go, actions: leaving }
  }

  return findings.map((finding) => {
    const [field, second, option] = (finding.path ?? '').split('.')
    const platform = platformOf(finding.platform)
    if (field === 'platform_options' && option !== 'message') {
      const of = platformOf(second) ?? platform
      if (of === undefined) return atText(finding, platform)
      const choose = () => {
        openOptions(of)
        focusOn('options', option)
      }
      return goTo(finding, t.choose, choose, ...leavingOut(of))
    }
    if (field === 'platforms') return atPlatform(finding, platform)
    if (field === 'media') return goTo(finding, t.toMedia, () => focusOn('media'), ...leavingOut(platform))
    if (field === 'comments_under_post') return goTo(finding, t.toComment, () => focusOn(`comment-${second ?? 0}`))
    if (field === 'labels') return goTo(finding, t.toLabels, () => focusOn('labels'))
    if (field === 'scheduled_at') return goTo(finding, t.toTime, () => focusOn('date'))
    return atText(finding, platform)
  })
}
