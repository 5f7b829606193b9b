import timeGrid from '@fullcalendar/react/timegrid'
import { CalendarGrid, type GridProps } from './calendar-grid.tsx'

const plugins = [timeGrid]

/** The week by hours. What draws the hours is loaded with the first week. */
export const WeekGrid = (props: GridProps) => <CalendarGrid {...props} view="week" plugins={plugins} />
