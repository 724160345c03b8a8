import type addWorkCenter from './addWorkCenter/texts/en.json'
import type analytics from './analytics/texts/en.json'
import type apiKey from './apiKey/texts/en.json'
import type firstStart from './base/firstStart/texts/en.json'
import type newCompany from './base/newCompany/texts/en.json'
import type checklist from './checklist/texts/en.json'
import type company from './company/texts/en.json'
import type energy from './energy/texts/en.json'
import type table from './parts/list/table/texts/en.json'
import type outbox from './parts/outbox/texts/en.json'
import type picture from './parts/picture/texts/en.json'
import type period from './parts/period/texts/en.json'
import type timelineNote from './parts/timelineNote/texts/en.json'
import type todo from './parts/todo/texts/en.json'
import type stock from './parts/stock/texts/en.json'
import type elsewhere from './parts/elsewhere/texts/en.json'
import type subscription from './parts/subscription/texts/en.json'
import type conversation from './parts/conversation/texts/en.json'
import type handover from './parts/handover/texts/en.json'
import type confirm from './parts/confirm/texts/en.json'
import type order from './parts/order/texts/en.json'
import type orderBorder from './parts/orderBorder/texts/en.json'
import type shiftInsight from './parts/shiftInsight/texts/en.json'
import type sentFile from './parts/sentFile/texts/en.json'
import type sensorName from './parts/sensorName/texts/en.json'
import type integration from './integration/texts/en.json'
import type report from './report/texts/en.json'
import type notification from './notification/texts/en.json'
import type bell from './shell/bell/texts/en.json'
import type workRequest from './workRequest/texts/en.json'
import type assistant from './parts/assistant/texts/en.json'
import type billing from './billing/texts/en.json'
import type store from './store/texts/en.json'
import type faq from './parts/faq/texts/en.json'
import type support from './support/texts/en.json'
import type profile from './profile/texts/en.json'
import type shift from './shift/texts/en.json'
import type companion from './shell/companion/texts/en.json'
import type maintenance from './shell/maintenance/texts/en.json'
import type profileMenu from './shell/profileMenu/texts/en.json'
import type user from './user/texts/en.json'
import type chosenStatus from './workCenter/chosenStatus/texts/en.json'
import type compare from './workCenter/compare/texts/en.json'
import type groups from './workCenter/groups/texts/en.json'
import type history from './workCenter/history/texts/en.json'
import type jobOrder from './jobOrder/texts/en.json'
import type board from './jobOrder/board/texts/en.json'
import type items from './jobOrder/items/texts/en.json'
import type output from './output/texts/en.json'
import type orderImport from './jobOrder/orderImport/texts/en.json'
import type loss from './loss/texts/en.json'
import type lossReason from './lossReason/texts/en.json'
import type list from './workCenter/list/texts/en.json'
import type needs from './workCenter/needs/texts/en.json'
import type realTime from './workCenter/page/realTime/texts/en.json'
import type operator from './workCenter/operator/texts/en.json'
import type page from './workCenter/page/texts/en.json'
import type publicAccess from './workCenter/publicAccess/texts/en.json'
import type statistics from './workCenter/statistics/texts/en.json'
import type tv from './parts/tv/texts/en.json'
import type deleteBox from './workCenterSettings/deleteBox/texts/en.json'
import type frame from './workCenterSettings/frame/texts/en.json'
import type generalData from './workCenterSettings/generalData/texts/en.json'
import type lossTracking from './workCenterSettings/lossTracking/texts/en.json'
import type oeeTargets from './workCenterSettings/oeeTargets/texts/en.json'
import type orderSettings from './workCenterSettings/orderSettings/texts/en.json'
import type outputSettings from './workCenterSettings/outputSettings/texts/en.json'
import type sensors from './workCenterSettings/sensors/texts/en.json'
import type shiftSchedule from './workCenterSettings/shiftSchedule/texts/en.json'
import type specification from './workCenterSettings/specification/texts/en.json'
import type statuses from './workCenterSettings/statuses/texts/en.json'

declare module '#web/texts/translate.ts' {
  /** The texts that pages and their parts load beside those of the shell. */
  interface AreaTexts {
    readonly jobOrder: typeof jobOrder
    readonly board: typeof board
    readonly items: typeof items
    readonly stock: typeof stock
    readonly timelineNote: typeof timelineNote
    readonly todo: typeof todo
    readonly output: typeof output
    readonly orderImport: typeof orderImport
    readonly loss: typeof loss
    readonly lossReason: typeof lossReason
    readonly checklist: typeof checklist
    readonly addWorkCenter: typeof addWorkCenter
    readonly analytics: typeof analytics
    readonly energy: typeof energy
    readonly apiKey: typeof apiKey
    readonly integration: typeof integration
    readonly firstStart: typeof firstStart
    readonly newCompany: typeof newCompany
    readonly company: typeof company
    readonly table: typeof table
    readonly outbox: typeof outbox
    readonly period: typeof period
    readonly picture: typeof picture
    readonly sensorName: typeof sensorName
    readonly sentFile: typeof sentFile
    readonly conversation: typeof conversation
    readonly handover: typeof handover
    readonly confirm: typeof confirm
    readonly order: typeof order
    readonly orderBorder: typeof orderBorder
    readonly shiftInsight: typeof shiftInsight
    readonly profile: typeof profile
    readonly assistant: typeof assistant
    readonly billing: typeof billing
    readonly store: typeof store
    readonly faq: typeof faq
    readonly support: typeof support
    readonly notification: typeof notification
    readonly bell: typeof bell
    readonly workRequest: typeof workRequest
    readonly report: typeof report
    readonly subscription: typeof subscription
    readonly elsewhere: typeof elsewhere
    readonly shift: typeof shift
    readonly companion: typeof companion
    readonly maintenance: typeof maintenance
    readonly profileMenu: typeof profileMenu
    readonly user: typeof user
    readonly compare: typeof compare
    readonly groups: typeof groups
    readonly history: typeof history
    readonly list: typeof list
    readonly needs: typeof needs
    readonly realTime: typeof realTime
    readonly operator: typeof operator
    readonly page: typeof page
    readonly chosenStatus: typeof chosenStatus
    readonly publicAccess: typeof publicAccess
    readonly statistics: typeof statistics
    readonly tv: typeof tv
    readonly deleteBox: typeof deleteBox
    readonly frame: typeof frame
    readonly generalData: typeof generalData
    readonly lossTracking: typeof lossTracking
    readonly oeeTargets: typeof oeeTargets
    readonly orderSettings: typeof orderSettings
    readonly outputSettings: typeof outputSettings
    readonly sensors: typeof sensors
    readonly shiftSchedule: typeof shiftSchedule
    readonly specification: typeof specification
    readonly statuses: typeof statuses
  }
}
