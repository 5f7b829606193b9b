import type { Notice } from '@polypost/sdk'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { showInBrowser, useBrowserNotices } from '../data/browser-notices.ts'
import { fixLinkOf, noticeGroupOf, noticesQuery } from '../data/notices.ts'
import { noticeWords } from '../words/notice-words.ts'
import { useWords } from '../words/words.ts'

/** Tells the browser what is new since the page was opened, if the person wants it. */
export function useNewNotices(): void {
  const { groups, untitled } = useWords(noticeWords)
  const navigate = useNavigate()
  const isOn = useBrowserNotices() === 'on'
  const { data } = useQuery(noticesQuery)
  const known = useRef<ReadonlySet<string> | null>(null)
  useEffect(() => {
    if (data === undefined) return
    const before = known.current
    known.current = new Set([...(before ?? []), ...data.notices.map(({ id }) => id)])
    if (before === null || !isOn) return
    const show = (notice: Notice) =>
      showInBrowser({
        tag: notice.id,
        title: groups[noticeGroupOf(notice)],
        body: notice.title || untitled,
        onPress: () => void navigate(fixLinkOf(notice)),
      })
    for (const notice of data.notices) if (!before.has(notice.id)) show(notice)
  }, [data, isOn, groups, untitled, navigate])
}
