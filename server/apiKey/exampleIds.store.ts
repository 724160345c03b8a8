import { sql } from 'kysely'
import { EXTENSION_IDS } from '#engine/extension/extension.ts'
import { RULE_TYPE_IDS } from '#engine/notification/notificationType.ts'
import type { Tenant } from '#server/db/database.ts'

/** Ids of things that the company has, with which the examples of the documentation can be run; null where it has none. */
export type ExampleIds = {
  readonly companyId: string
  readonly workCenterId: number | null
  readonly checklistId: number | null
  readonly checklistPrintId: string | null
  readonly deviceId: string | null
  readonly groupId: number | null
  readonly sensorId: number | null
  readonly statusRuleId: number | null
  readonly integrationId: string | null
  readonly itemId: number | null
  readonly jobOrderId: number | null
  readonly lossId: number | null
  readonly lossReasonId: number | null
  readonly lossReasonGroupId: number | null
  readonly lossTrackingRuleId: number | null
  readonly notificationConfigId: string | null
  readonly notificationId: string | null
  readonly notificationTypeId: string
  readonly extensionId: string
  readonly occurrenceId: number | null
  readonly reportId: number | null
  readonly shiftId: number | null
  readonly taskId: number | null
  readonly teamId: string | null
  readonly userId: string | null
}

type Found = Omit<ExampleIds, 'companyId' | 'userId' | 'notificationTypeId' | 'extensionId'>

/** Returns one example id of each kind, from the first work center of the lists. */
export async function findExampleIds(tenant: Tenant, userId: string): Promise<ExampleIds> {
  const { rows } = await sql<Found>`
    with press as (
      select id, device_id, group_id from work_center
      where company_id = ${tenant.companyId} and device_id is not null and device_status <> 'ARCHIVE' order by sort_number, id limit 1
    )
    select
      (select id from press) as "workCenterId",
      (select device_id from press) as "deviceId",
      (select id from checklist where company_id = ${tenant.companyId} and archived_on is null order by id limit 1) as "checklistId",
      (select id from job_run where company_id = ${tenant.companyId} and kind = 'CHECKLIST_PRINT' and user_id = ${userId}::uuid
        order by created_on desc limit 1) as "checklistPrintId",
      (select id from checklist_occurrence where company_id = ${tenant.companyId} and work_center_id = (select id from press)
        order by due_at desc, id desc limit 1) as "occurrenceId",
      (select id from operational_task where company_id = ${tenant.companyId} and work_center_id = (select id from press)
        order by due_at desc, id desc limit 1) as "taskId",
      (select id from work_center_group where company_id = ${tenant.companyId} order by id limit 1) as "groupId",
      (select id from sensor where company_id = ${tenant.companyId} and work_center_id = (select id from press) order by id limit 1) as "sensorId",
      (select id from status_rule where company_id = ${tenant.companyId} and work_center_id = (select id from press) order by id limit 1) as "statusRuleId",
      (select id from integration where company_id = ${tenant.companyId} and deleted_on is null order by created_on, id limit 1) as "integrationId",
      (select id from item where company_id = ${tenant.companyId} order by id limit 1) as "itemId",
      (select id from job_order where company_id = ${tenant.companyId} order by id limit 1) as "jobOrderId",
      (select id from loss where company_id = ${tenant.companyId} and work_center_id = (select id from press) order by start_at desc limit 1) as "lossId",
      (select id from loss_reason where company_id = ${tenant.companyId} order by id limit 1) as "lossReasonId",
      (select id from loss_reason_group where company_id = ${tenant.companyId} order by id limit 1) as "lossReasonGroupId",
      (select id from loss_tracking_rule where company_id = ${tenant.companyId} order by id limit 1) as "lossTrackingRuleId",
      (select id from notification_config where company_id = ${tenant.companyId} order by id limit 1) as "notificationConfigId",
      (select id from notification where company_id = ${tenant.companyId} and work_center_id = (select id from press) order by id desc limit 1)
        as "notificationId",
      (select id from report_subscription where company_id = ${tenant.companyId} order by id limit 1) as "reportId",
      (select id from shift where company_id = ${tenant.companyId} and work_center_id = (select id from press) order by start_at desc limit 1) as "shiftId",
      (select id from team where company_id = ${tenant.companyId} order by name limit 1) as "teamId"
  `.execute(tenant.tx)
  const none = {
    workCenterId: null,
    checklistId: null,
    checklistPrintId: null,
    deviceId: null,
    groupId: null,
    sensorId: null,
    statusRuleId: null,
    integrationId: null,
    itemId: null,
    jobOrderId: null,
    lossId: null,
    lossReasonId: null,
    lossReasonGroupId: null,
    lossTrackingRuleId: null,
    notificationConfigId: null,
    notificationId: null,
    occurrenceId: null,
    reportId: null,
    shiftId: null,
    taskId: null,
    teamId: null,
  }
  const always = { companyId: tenant.companyId, userId, notificationTypeId: RULE_TYPE_IDS.STATUS_DURATION, extensionId: EXTENSION_IDS[0] }
  return { ...always, ...none, ...rows[0] }
}
