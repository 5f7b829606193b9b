import type { HealthCheck } from '@polypost/sdk'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { healthQuery, troublesOf } from '../data/health.ts'
import { useMay } from '../data/session.ts'

/** The first screen comes first, in milliseconds. */
const pause = 2_000

/** What is wrong with the instance; null for who may not read it, and until it is known. */
export function useHealth(): readonly HealthCheck[] | null {
  const mayRead = useMay('owner')
  const [isTime, setTime] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setTime(true), pause)
    return () => clearTimeout(timer)
  }, [])
  // The API refuses it to the owner of another user than the first.
  const { data } = useQuery({ ...healthQuery, enabled: mayRead && isTime })
  return data ? troublesOf(data.checks) : null
}
