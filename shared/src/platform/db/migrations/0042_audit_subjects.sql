ALTER TABLE "audits" ADD COLUMN "subject_kind" varchar(6);--> statement-breakpoint
ALTER TABLE "audits" ADD COLUMN "subject_pk" integer;--> statement-breakpoint
CREATE INDEX "audits_subject" ON "audits" USING btree ("company_fk","subject_kind","subject_pk","act_time") WHERE subject_kind is not null;--> statement-breakpoint
ALTER TABLE "audits" ADD CONSTRAINT "audits_one_subject" CHECK (device_pk is null or subject_kind is null);--> statement-breakpoint
-- What the entries of before say of their subjects: users by login IDs, groups by paths.
UPDATE "audits" SET "subject_kind" = CASE
  WHEN act_name_id IN (50, 51) THEN 'policy'
  WHEN act_name_id IN (40, 41, 42, 43, 44, 45, 46, 48, 49, 58, 59, 76, 93) THEN 'user'
  ELSE 'group' END
WHERE device_pk IS NULL AND (
  act_name_id IN (50, 51, 40, 41, 42, 43, 44, 45, 46, 48, 49, 58, 59, 76, 93, 89, 90, 91, 92)
  OR act_name_id = 80 AND coalesce(new_value, old_value) LIKE '{"group":%');--> statement-breakpoint
-- An ID may have been another user's before.
UPDATE "audits" a SET "subject_pk" = u.pk FROM users u
WHERE a.subject_kind = 'user' AND u.company_fk = a.company_fk AND u.created_at <= a.act_time AND u.mgrid = CASE
  WHEN a.act_name_id IN (58, 59) THEN a.old_value
  WHEN a.act_name_id = 93 THEN a.new_value
  WHEN a.act_name_id = 76 AND a.old_value IS NULL THEN a.reg_mail
  ELSE substring(coalesce(a.new_value, a.old_value) from '^[^\s:]+') END;--> statement-breakpoint
-- A path that a group has given up since, by itself or with a group above it, may be another group's by now.
WITH RECURSIVE paths AS (
  SELECT pk, company_fk, name::text AS path FROM device_groups WHERE group_fk IS NULL
  UNION ALL SELECT g.pk, g.company_fk, p.path || '/' || g.name FROM device_groups g JOIN paths p ON g.group_fk = p.pk
), present AS (
  SELECT min(pk) AS pk, company_fk, path FROM paths GROUP BY company_fk, path HAVING count(*) = 1
), named AS (
  SELECT pk, company_fk, act_time, CASE act_name_id
    WHEN 89 THEN new_value
    WHEN 90 THEN substring(new_value from '^(.+?) (?:name|dev_limit|flag_confirm|manager_name|manager_email|manager_phone|group_fk): ')
    WHEN 92 THEN substring(coalesce(new_value, old_value) from '^(.+) I\w\d: ')
    WHEN 80 THEN coalesce(new_value, old_value)::json ->> 'group' END AS path
  FROM audits WHERE subject_kind = 'group'
), given_up AS (
  SELECT company_fk, act_time, CASE act_name_id
    WHEN 91 THEN old_value
    WHEN 90 THEN substring(old_value from '^(.+?) (?:name|group_fk): ') END AS path
  FROM audits WHERE act_name_id IN (90, 91)
)
UPDATE "audits" a SET "subject_pk" = present.pk FROM named JOIN present USING (company_fk, path)
WHERE a.pk = named.pk AND NOT EXISTS (
  SELECT FROM given_up g WHERE g.company_fk = named.company_fk AND g.act_time >= named.act_time
  AND (g.path = named.path OR starts_with(named.path, g.path || '/')));
