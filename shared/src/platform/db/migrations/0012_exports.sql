CREATE TABLE "export_chunks" (
	"company_fk" integer NOT NULL,
	"export_fk" uuid NOT NULL,
	"attempt" uuid NOT NULL,
	"n" integer NOT NULL,
	"data" "bytea" NOT NULL,
	CONSTRAINT "export_chunks_export_fk_attempt_n_pk" PRIMARY KEY("export_fk","attempt","n")
);
--> statement-breakpoint
CREATE TABLE "exports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_fk" integer NOT NULL,
	"user_fk" integer NOT NULL,
	"kind" varchar(30) NOT NULL,
	"request" jsonb NOT NULL,
	"language" varchar(2) NOT NULL,
	"file_name" varchar(100) NOT NULL,
	"state" varchar(10) NOT NULL,
	"percent" smallint DEFAULT 0 NOT NULL,
	"row_count" integer DEFAULT 0 NOT NULL,
	"downloaded" smallint DEFAULT 0 NOT NULL,
	"attempt" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "export_chunks" ADD CONSTRAINT "export_chunks_company_fk_companies_pk_fk" FOREIGN KEY ("company_fk") REFERENCES "public"."companies"("pk") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "export_chunks" ADD CONSTRAINT "export_chunks_export_fk_exports_id_fk" FOREIGN KEY ("export_fk") REFERENCES "public"."exports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exports" ADD CONSTRAINT "exports_company_fk_companies_pk_fk" FOREIGN KEY ("company_fk") REFERENCES "public"."companies"("pk") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exports" ADD CONSTRAINT "exports_user_fk_users_pk_fk" FOREIGN KEY ("user_fk") REFERENCES "public"."users"("pk") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "exports_user" ON "exports" USING btree ("user_fk","created_at");--> statement-breakpoint
SELECT isolate_company('exports', 'company_fk');--> statement-breakpoint
SELECT isolate_company('export_chunks', 'company_fk');
