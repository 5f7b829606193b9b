import type { ColumnType, Generated } from 'kysely'
import type { PlanId } from '../domain/plans.ts'

/** A column that the database numbers by itself. */
type Numbered = ColumnType<number, never, never>
type Flag = 0 | 1

/** Every table: times are integer milliseconds, JSON is text, flags are 0 or 1, so that both databases hold the same. */
export interface Tables {
  instance: { id: 1; created_at: number; secret_check: string }
  users: {
    id: Numbered
    email: string
    plan_id: PlanId
    default_profile_id: string
    created_at: number
  }
  api_keys: {
    id: Numbered
    user_id: number
    name: string
    prefix: string
    hash: string
    scopes: string
    expires_at: number | null
    last_used_at: number | null
    revoked_at: number | null
    created_at: number
  }
  profiles: {
    id: string
    user_id: number
    name: string
    /** The name as it counts for being unique. */
    folded_name: string
    created_at: number
    updated_at: number
    deleted_at: number | null
  }
  profile_settings: {
    profile_id: string
    auto_reply_enabled: Flag
    auto_reply_mode: string
    /** The brand fields that are set, as JSON. */
    brand: string
    prefilled_at: number | null
    updated_at: number
  }
  accounts: {
    id: Numbered
    profile_id: string
    platform: string
    remote_id: string
    username: string | null
    display_name: string | null
    avatar_url: string | null
    profile_url: string | null
    account_type: string | null
    environment: string
    status: string
    missing_permissions: string
    board_id: string | null
    page_id: string | null
    expires_at: number | null
    connected_at: number
  }
  posting_usage: { user_id: number; month: string; jobs: number }
  model_usage: { profile_id: string; month: string; input_tokens: number; output_tokens: number }
  idempotency: {
    user_id: number
    key: string
    fingerprint: string
    /** Names the request that holds the key while it runs. */
    holder: string
    lease_until: number
    /** The sealed answer; null while the first request runs. */
    answer: string | null
    expires_at: number
  }
  media: {
    /** The name under which the outside knows it. */
    key: string
    /** Where the storage keeps it. */
    file: string
    user_id: number
    state: string
    content_type: string
    size: number
    sha256: string | null
    facts: string | null
    created_at: number
  }
  rate_limits: { key: string; points: Generated<number>; expire: number | null }
  migrations: { name: string; applied_at: number }
}
