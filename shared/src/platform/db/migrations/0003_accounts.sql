CREATE TABLE "access_records" (
	"pk" bigserial PRIMARY KEY NOT NULL,
	"company_fk" integer NOT NULL,
	"user_fk" integer NOT NULL,
	"session_fk" uuid,
	"mgrid" varchar(38) NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"ip" text NOT NULL,
	"browser" varchar(100) DEFAULT '' NOT NULL,
	"dev_os_id" integer DEFAULT 0 NOT NULL,
	"type_id" integer DEFAULT 0 NOT NULL,
	"access_time" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"pk" serial PRIMARY KEY NOT NULL,
	"company_fk" integer NOT NULL,
	"user_fk" integer NOT NULL,
	"code_hash" varchar(64) NOT NULL,
	"email" varchar(200) DEFAULT '' NOT NULL,
	"created_by" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "link_tokens" (
	"pk" serial PRIMARY KEY NOT NULL,
	"company_fk" integer NOT NULL,
	"user_fk" integer NOT NULL,
	"kind" varchar(10) NOT NULL,
	"token_hash" varchar(64) NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"pk" serial PRIMARY KEY NOT NULL,
	"company_fk" integer NOT NULL,
	"user_fk" integer NOT NULL,
	"hash" varchar(64) NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "notices" (
	"pk" serial PRIMARY KEY NOT NULL,
	"type" varchar(2) DEFAULT 'ko' NOT NULL,
	"notice_title" varchar(200) NOT NULL,
	"notice_content" text NOT NULL,
	"notice_date" timestamp with time zone NOT NULL,
	"create_time" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "partner_applications" (
	"pk" serial PRIMARY KEY NOT NULL,
	"mgrid" varchar(38) NOT NULL,
	"password_hash" text NOT NULL,
	"name" varchar(200) NOT NULL,
	"email" varchar(200) NOT NULL,
	"phone" varchar(40) NOT NULL,
	"company_name" varchar(200) NOT NULL,
	"lang_code" varchar(2) DEFAULT 'ko' NOT NULL,
	"state" varchar(10) DEFAULT 'open' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decide_by" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "approvals" (
	"pk" serial PRIMARY KEY NOT NULL,
	"company_fk" integer NOT NULL,
	"device_fk" integer,
	"device_alias" varchar(64) NOT NULL,
	"requester_fk" integer NOT NULL,
	"requester_id" varchar(38) NOT NULL,
	"requester_name" text DEFAULT '' NOT NULL,
	"approver_fk" integer,
	"approver_id" varchar(38) DEFAULT '' NOT NULL,
	"approver_name" text DEFAULT '' NOT NULL,
	"proposal_time" timestamp with time zone DEFAULT now() NOT NULL,
	"start_time" timestamp with time zone NOT NULL,
	"end_time" timestamp with time zone NOT NULL,
	"approval_reason" text NOT NULL,
	"react_reason" text DEFAULT '' NOT NULL,
	"approve_state" smallint DEFAULT 0 NOT NULL,
	"decided_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"pk" bigserial PRIMARY KEY NOT NULL,
	"company_fk" integer,
	"to" varchar(200) NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"html" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone DEFAULT now() NOT NULL,
	"claimed_at" timestamp with time zone,
	"sent_at" timestamp with time zone,
	"failed_reason" text
);
--> statement-breakpoint
CREATE TABLE "ip_policies" (
	"company_fk" integer PRIMARY KEY NOT NULL,
	"policy_use" integer DEFAULT 0 NOT NULL,
	"block" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ip_rules" (
	"pk" serial PRIMARY KEY NOT NULL,
	"company_fk" integer NOT NULL,
	"start_ip_address" "inet" NOT NULL,
	"end_ip_address" "inet",
	"reason" text DEFAULT '' NOT NULL,
	"time_added" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "policies" (
	"company_fk" integer PRIMARY KEY NOT NULL,
	"file_transfer" integer DEFAULT 1 NOT NULL,
	"block_num" integer DEFAULT 5 NOT NULL,
	"password_change_limit" integer DEFAULT 0 NOT NULL,
	"idle_time" integer DEFAULT 0 NOT NULL,
	"session_time" integer DEFAULT 0 NOT NULL,
	"min_os_major" integer DEFAULT 0 NOT NULL,
	"min_os_minor" integer DEFAULT 0 NOT NULL,
	"vaccine" text DEFAULT '' NOT NULL,
	"capture" integer DEFAULT 1 NOT NULL,
	"display_power_save" integer DEFAULT 0 NOT NULL,
	"system_power_save" integer DEFAULT 0 NOT NULL,
	"security_agreement" integer DEFAULT 0 NOT NULL,
	"password_level" integer DEFAULT 3 NOT NULL,
	"self_unlock" integer DEFAULT 1 NOT NULL,
	"agent_restart_time" integer,
	"statistics_delete_period" integer DEFAULT 12 NOT NULL,
	"external_access" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "logo" "bytea";--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "logo_type" varchar(20);--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "logo_changed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "browser" varchar(100) DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "dev_os_id" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "kind" varchar(12) DEFAULT 'password' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "approver_fk" integer;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "disable_filetransfer" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "otp_secret" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "otp_confirmed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "otp_last_step" bigint;--> statement-breakpoint
ALTER TABLE "access_records" ADD CONSTRAINT "access_records_company_fk_companies_pk_fk" FOREIGN KEY ("company_fk") REFERENCES "public"."companies"("pk") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_company_fk_companies_pk_fk" FOREIGN KEY ("company_fk") REFERENCES "public"."companies"("pk") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_user_fk_users_pk_fk" FOREIGN KEY ("user_fk") REFERENCES "public"."users"("pk") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "link_tokens" ADD CONSTRAINT "link_tokens_company_fk_companies_pk_fk" FOREIGN KEY ("company_fk") REFERENCES "public"."companies"("pk") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "link_tokens" ADD CONSTRAINT "link_tokens_user_fk_users_pk_fk" FOREIGN KEY ("user_fk") REFERENCES "public"."users"("pk") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_company_fk_companies_pk_fk" FOREIGN KEY ("company_fk") REFERENCES "public"."companies"("pk") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_fk_users_pk_fk" FOREIGN KEY ("user_fk") REFERENCES "public"."users"("pk") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_company_fk_companies_pk_fk" FOREIGN KEY ("company_fk") REFERENCES "public"."companies"("pk") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_company_fk_companies_pk_fk" FOREIGN KEY ("company_fk") REFERENCES "public"."companies"("pk") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ip_policies" ADD CONSTRAINT "ip_policies_company_fk_companies_pk_fk" FOREIGN KEY ("company_fk") REFERENCES "public"."companies"("pk") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ip_rules" ADD CONSTRAINT "ip_rules_company_fk_companies_pk_fk" FOREIGN KEY ("company_fk") REFERENCES "public"."companies"("pk") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "policies" ADD CONSTRAINT "policies_company_fk_companies_pk_fk" FOREIGN KEY ("company_fk") REFERENCES "public"."companies"("pk") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "access_records_company" ON "access_records" USING btree ("company_fk","access_time");--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_code" ON "invitations" USING btree ("code_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "link_tokens_hash" ON "link_tokens" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "link_tokens_user" ON "link_tokens" USING btree ("user_fk","kind");--> statement-breakpoint
CREATE UNIQUE INDEX "recovery_codes_hash" ON "recovery_codes" USING btree ("user_fk","hash");--> statement-breakpoint
CREATE INDEX "notices_type" ON "notices" USING btree ("type","notice_date");--> statement-breakpoint
CREATE INDEX "partner_applications_mgrid" ON "partner_applications" USING btree ("mgrid");--> statement-breakpoint
CREATE INDEX "partner_applications_state" ON "partner_applications" USING btree ("state","decide_by");--> statement-breakpoint
CREATE INDEX "approvals_company" ON "approvals" USING btree ("company_fk","proposal_time");--> statement-breakpoint
CREATE INDEX "approvals_window" ON "approvals" USING btree ("requester_fk","device_fk","end_time");--> statement-breakpoint
CREATE INDEX "approvals_device" ON "approvals" USING btree ("device_fk");--> statement-breakpoint
CREATE INDEX "mails_unsent" ON "mails" USING btree ("next_try_at") WHERE sent_at is null;--> statement-breakpoint
CREATE INDEX "ip_rules_company" ON "ip_rules" USING btree ("company_fk");--> statement-breakpoint
CREATE INDEX "users_email" ON "users" USING btree (lower("email"));