CREATE TABLE "imports" (
	"company_fk" integer NOT NULL,
	"kind" varchar(10) NOT NULL,
	"id" uuid NOT NULL,
	"user_fk" integer NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"result" jsonb,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "imports_company_fk_kind_id_pk" PRIMARY KEY("company_fk","kind","id")
);
--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_company_fk_companies_pk_fk" FOREIGN KEY ("company_fk") REFERENCES "public"."companies"("pk") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "imports_created" ON "imports" USING btree ("created_at");--> statement-breakpoint
SELECT isolate_company('imports', 'company_fk');
