import type { Finding } from '@polypost/sdk'
import { type PlatformName, platformNames, titleOf } from '../../data/platforms.ts'
import { useWords } from '../../words/words.ts'
import { type Content, ownText, withOwnText } from './content.ts'
import { findingWords } from './finding-words.ts'
import { focusOn } from './focus-on.ts'
import type { Tab } from './text-field.tsx'

/** One thing to mend. */
export interface Mend {
  readonly finding: Finding
  /** Goes to the place where it can be mended. */
  readonly focus: () => void
  /** The name of what the person can do about it at once. */
  readonly action: string
  readonly run: () => void
}

export interface Room {
  readonly content: Content
  readonly change: (change: (content: Content) => Content) => void
  readonly openText: (tab: Tab) => void
  readonly openOptions: (platform: PlatformName) => void
}

const platformOf = (name: string | undefined): PlatformName | undefined => platformNames.find((known) => known === name)

/** What can be done about each finding. Its place is told by its path. */
export function useMends(findings: readonly Finding[], { content, change, openText, openOptions }: Room): Mend[] {
  const t = useWords(findingWords)

  const goTo = (finding: Finding, action: string, focus: () => void): Mend => ({ finding, action, focus, run: focus })

  const atText = (finding: Finding, platform: PlatformName | undefined): Mend => {
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
    return { finding, focus: go, action: t.ownText(titleOf(platform)), run: write }
  }

  const atPlatform = (finding: Finding, platform: PlatformName | undefined): Mend => {
    const go = () => focusOn(`account-${platform ?? platformNames[0]}`)
    if (platform === undefined) return goTo(finding, t.toAccounts, go)
    const leaveOut = () =>
      change((before) => ({ ...before, platforms: before.platforms.filter((name) => name !== platform) }))
    return { finding, focus: go, action: t.leaveOut(titleOf(platform)), run: leaveOut }
  }

  return findings.map((finding) => {
    const [field, second, option] = (finding.path ?? '').split('.')
    const platform = platformOf(finding.platform)
    if (field === 'platform_options' && option !== 'message') {
      const of = platformOf(second === 'twitter' ? 'x' : second) ?? platform
      if (of === undefined) return atText(finding, platform)
      return goTo(finding, t.choose, () => {
        openOptions(of)
        focusOn('options', option)
      })
    }
    if (field === 'platforms') return atPlatform(finding, platform)
    if (field === 'media') return goTo(finding, t.toMedia, () => focusOn('media'))
    if (field === 'comments_under_post') return goTo(finding, t.toComment, () => focusOn(`comment-${second ?? 0}`))
    if (field === 'labels') return goTo(finding, t.toLabels, () => focusOn('labels'))
    if (field === 'scheduled_at') return goTo(finding, t.toTime, () => focusOn('date'))
    return atText(finding, platform)
  })
}
